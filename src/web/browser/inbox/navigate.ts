// Opens cards beside the list and sends their forms, without loading the whole page anew.

import { element } from "../element.js";
import type { Drafts } from "./drafts.js";
import { markCurrent } from "./refresh.js";
import { type Fetched, fetchPage, showPage } from "./swap.js";

/** Shows a page of the inbox. Where that fails the browser goes there as it always did. */
export type Open = (url: string, isPushed?: boolean) => Promise<void>;

export const createOpen =
  (drafts: Drafts): Open =>
  async (url, isPushed = true) => {
    await drafts.save();
    try {
      show(await fetchPage(url), isPushed);
    } catch {
      location.assign(url);
    }
  };

function show(fetched: Fetched, isPushed: boolean): void {
  showPage(fetched, isPushed);
  markCurrent();
  const card = document.getElementById("card");
  card?.scrollTo(0, 0);
  if (document.body.dataset.view === "card") scrollTo(0, 0);
  const problems = card?.querySelector<HTMLElement>(".summary");
  (problems ?? card?.querySelector<HTMLElement>("#card-title"))?.focus({ preventScroll: problems == null });
}

export function followLinks(open: Open): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      "a.entry-link, a.back:not(.back-always), a[data-next]",
    );
    const isPlain =
      !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || !document.getElementById("card")) return;
    event.preventDefault();
    void open(link.href);
  });
  document.body.dataset.shown = location.pathname + location.search;
  addEventListener("popstate", () => {
    // A link to a field of the same page is none to another.
    if (document.body.dataset.shown !== location.pathname + location.search) void open(location.href, false);
  });
  document.addEventListener("change", ({ target }) =>
    (target as Element).closest<HTMLFormElement>("[data-filter]")?.requestSubmit(),
  );
}

const FAILED = "It could not be sent: the server is not reached. Nothing is lost; try again.";

/** Sends the forms of a card. They are locked meanwhile, and stay as they are when it fails. */
export function sendForms(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const card = form.closest<HTMLElement>("#card");
    const { submitter } = event;
    if (event.defaultPrevented || form.method !== "post") return;
    if (document.body.dataset.busy) return event.preventDefault();
    if (!card || !(submitter instanceof HTMLButtonElement) || !form.matches("#answer, #refuse")) return;
    event.preventDefault();
    void send(card, form, submitter);
  });
}

/** The address is read from the attribute: in a form with buttons called `action`, the property is one of them. */
async function send(card: HTMLElement, form: HTMLFormElement, submitter: HTMLButtonElement): Promise<void> {
  const release = lock(card, submitter);
  const data = new FormData(form, submitter);
  const isMultipart = form.enctype === "multipart/form-data" && !submitter.hasAttribute("formenctype");
  try {
    const body = isMultipart ? data : toPairs(data);
    const fetched = await fetchPage(form.getAttribute("action") ?? "", { method: "POST", body });
    release();
    show(fetched, !fetched.url.startsWith(location.origin + location.pathname));
  } catch {
    release();
    fail(card);
  }
}

/** Without files, which cannot go this way. */
function toPairs(data: FormData): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === "string") pairs.append(name, value);
  return pairs;
}

function lock(card: HTMLElement, submitter: HTMLButtonElement): () => void {
  const { textContent } = submitter;
  document.body.dataset.busy = "yes";
  card.dataset.busy = "yes";
  submitter.setAttribute("aria-disabled", "true");
  submitter.textContent = submitter.dataset.busy || textContent;
  card.querySelector(".failed")?.remove();
  return () => {
    delete document.body.dataset.busy;
    delete card.dataset.busy;
    submitter.removeAttribute("aria-disabled");
    submitter.textContent = textContent;
  };
}

function fail(card: HTMLElement): void {
  card
    .querySelector(".actions")
    ?.prepend(element("p", { className: "failed", textContent: FAILED }, { role: "alert" }));
}
