// The one script of every page. Everything works without it; with it a page follows what happens elsewhere.

import { countDown } from "./count-down.js";
import { enhance } from "./enhance.js";
import { followElicitation } from "./follow.js";
import { keepDrafts } from "./keep-drafts.js";
import { lockForms } from "./lock-forms.js";

enhance(document);
lockForms();

const page = document.querySelector<HTMLElement>("[data-live]");
if (page) {
  const { live = "", page: address = "" } = page.dataset;
  // Going back to an answer that was wrong asks for the page again, and sends nothing a second time.
  history.replaceState(null, "", address);
  countDown(page);
  void followElicitation(page, live, address);
  // Whether the server is reached is seen by following.
  keepDrafts({
    onDeadline: (expiresAt) => {
      page.dataset.expires = expiresAt;
    },
  });
}
