// The script of the inbox. Everything works without it; with it nothing has to be loaded again by hand.

import { openPages } from "./inbox/away.js";
import { countTimes } from "./inbox/count-times.js";
import { addKeys } from "./inbox/keys.js";
import { followChanges } from "./inbox/live.js";
import { createNavigation, followLinks, revealCurrent } from "./inbox/navigate.js";
import { createNotices } from "./inbox/notices.js";
import { prepare } from "./inbox/prepare.js";
import { tellReach } from "./inbox/reach.js";
import { refresh } from "./inbox/refresh.js";
import { sendForms } from "./inbox/send-forms.js";
import { keepDrafts } from "./keep-drafts.js";

// Pages for strangers have nothing to follow.
if (document.body.dataset.live) {
  prepare(document);
  revealCurrent();
  const navigation = createNavigation(keepDrafts({ onUnreached: () => tellReach("unreached") }));
  followLinks(navigation);
  openPages();
  sendForms(navigation);
  addKeys(navigation);
  countTimes();
  const notices = createNotices();
  followChanges(async (changes) => {
    const page = await refresh(changes);
    if (page) notices.tell(page, changes);
  });
}
