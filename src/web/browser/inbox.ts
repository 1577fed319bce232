// The script of the inbox. Everything works without it; with it nothing has to be loaded again by hand.

import { openPages } from "./inbox/away.js";
import { countTimes } from "./inbox/count-times.js";
import { keepDrafts } from "./inbox/drafts.js";
import { addKeys } from "./inbox/keys.js";
import { followChanges } from "./inbox/live.js";
import { createOpen, followLinks, sendForms } from "./inbox/navigate.js";
import { createNotices } from "./inbox/notices.js";
import { prepare } from "./inbox/prepare.js";
import { refresh } from "./inbox/refresh.js";

// Pages for strangers have nothing to follow.
if (document.body.dataset.live) {
  prepare(document);
  const open = createOpen(keepDrafts());
  followLinks(open);
  openPages();
  sendForms();
  addKeys(open);
  countTimes();
  const notices = createNotices();
  followChanges(async (changes) => {
    await refresh(changes);
    notices.tell(changes);
  });
}
