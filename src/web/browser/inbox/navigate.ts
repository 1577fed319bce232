// Opens cards beside the list, without loading the whole page anew.

import type { Drafts } from "../keep-drafts.js";
import { isShown } from "./focus.js";
import { markCurrent } from "./refresh.js";
import { type Fetched, fetchPage, showPage } from "./swap.js";

/** Where the person goes. Of several pages that are on their way the last counts. */
export interface Navigation {
  /** Shows a page of the inbox. Where that fails the browser goes there as it always did. */
  open(url: string, isPushed?: boolean): Promise<void>;
  /** Stays here after all; false when nothing was on its way. */
  abandon(): boolean;
  /** Whatever is opened meanwhile waits for this; when it comes to false the person stays where they are. */
  hold(work: Promise<boolean>): void;
}

export function createNavigation(drafts: Drafts): Navigation {
  let underWay: object | undefined;
  let held: Promise<boolean> = Promise.resolve(true);
  return {
    async open(url, isPushed = true) {
      const own = {};
      underWay = own;
      const isFree = await held;
      const from = document.activeElement;
      if (isFree) await drafts.save();
      try {
        const fetched = isFree && (await fetchPage(url));
        if (fetched && underWay === own) show(fetched, isPushed, from);
      } catch {
        if (underWay === own) location.assign(url);
      }
      if (underWay === own) underWay = undefined;
    },
    abandon() {
      const wasUnderWay = underWay !== undefined;
      underWay = undefined;
      return wasUnderWay;
    },
    hold(work) {
      held = work;
    },
  };
}

/** Shows a page, and leads to its beginning who has not gone elsewhere since; `from` is where they were. */
export function show(fetched: Fetched, isPushed: boolean, from: Element | null): void {
  const { activeElement } = document;
  const hasMoved = activeElement !== from && activeElement !== document.body;
  showPage(fetched, isPushed);
  markCurrent();
  revealCurrent();
  const card = document.getElementById("card");
  card?.scrollTo(0, 0);
  if (document.body.dataset.view === "card") scrollTo(0, 0);
  const isKept = activeElement instanceof HTMLElement && activeElement.isConnected && isShown(activeElement);
  if (hasMoved && isKept) return;
  const problems = card?.querySelector<HTMLElement>(".summary");
  (problems ?? card?.querySelector<HTMLElement>("#card-title"))?.focus({ preventScroll: problems == null });
}

/** Scrolls the list to the line of the card beside it, and no further. */
export function revealCurrent(): void {
  document.querySelector(".entry-link[aria-current]")?.scrollIntoView({ block: "nearest" });
}

export function followLinks({ open }: Navigation): void {
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
