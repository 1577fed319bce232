// Puts what the server sends in the place of what is shown, and leaves everything else as it is.

import { keepFocus } from "./focus.js";
import { prepare } from "./prepare.js";

/** A page of the inbox as the server sent it. */
export interface Fetched {
  readonly status: number;
  /** Where it came from in the end. */
  readonly url: string;
  readonly page: Document;
}

/** What to send; nothing, to read. */
export interface Sending {
  readonly method: "POST";
  readonly body: FormData | URLSearchParams;
}

/**
 * Fetches a page. Not with fetch: only this way the browser reads the page itself, and nothing in it can run. Rejects
 * when the server is not reached, or sends something else than a page of the inbox.
 */
export function fetchPage(url: string, sending?: Sending): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(sending?.method ?? "GET", url);
    request.responseType = "document";
    request.addEventListener("error", () => reject(new Error("unreached")));
    request.addEventListener("load", () => {
      const page = request.responseXML;
      if (page?.body?.classList.contains("inbox")) {
        resolve({ status: request.status, url: request.responseURL, page });
      } else reject(new Error("no page"));
    });
    request.send(sending?.body ?? null);
  });
}

/** Shows the card of a page, with everything around it as it stands there. */
export function showPage({ page, url }: Fetched, isPushed: boolean): void {
  const card = document.getElementById("card");
  const next = page.getElementById("card");
  // A page that is laid out in another way is loaded as a whole.
  if (!card || !next) return location.assign(url);
  const own = document.importNode(next, true);
  card.replaceWith(own);
  const address = addressOf(url, own);
  if (isPushed) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  document.body.dataset.view = page.body.dataset.view;
  document.body.dataset.shown = location.pathname + location.search;
  showAround(page);
  prepare(own);
}

/** That of the card: what was sent to one whose question is over may bring another of its round. */
function addressOf(url: string, { dataset }: HTMLElement): string {
  const address = new URL(url, location.href);
  address.pathname = dataset.address ?? address.pathname;
  return address.href;
}

/** The list, the numbers and the title as they stand on a page. What another page has shown since stays. */
export function showAround(page: Document): void {
  const { now, count, feed, feedId, places } = page.body.dataset;
  const shown = document.body.dataset;
  // Only numbers of one feed tell what came first: a server that keeps nothing begins anew when it comes back.
  if (feedId === shown.feedId && Number(feed) < Number(shown.feed)) return;
  Object.assign(shown, { now, count, feed, feedId, places, at: String(Date.now()) });
  document.title = page.title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const nextIcon = page.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && nextIcon && icon.getAttribute("href") !== nextIcon.getAttribute("href"))
    icon.replaceWith(document.importNode(nextIcon, true));
  replace(document.querySelector("[data-counted]"), page.querySelector("[data-counted]"));
  const list = document.getElementById("list");
  const nextList = page.getElementById("list");
  // While lines are being selected nothing moves under the person's hand.
  if (list && nextList && !list.querySelector(".picking")) keepFocus(list, () => showList(list, nextList));
}

/** Line by line, so that what has not changed keeps its place, its focus and its look. */
function showList(list: Element, next: Element): void {
  replace(list.querySelector("#list-title"), next.querySelector("#list-title"));
  keepFilter(list, next);
  const isSame = list.querySelectorAll(":scope > *").length === next.querySelectorAll(":scope > *").length;
  const [entries, nextEntries] = [list, next].map((one) => one.querySelector(":scope > .entries"));
  const folds = (one: Element): string =>
    [...one.querySelectorAll("[data-fold] [data-version]")]
      .map((line) => line.getAttribute("data-version"))
      .join();
  if (!isSame || !entries || !nextEntries || folds(list) !== folds(next)) {
    const open = [...list.querySelectorAll<HTMLElement>("[data-fold][open]")].map(
      ({ dataset }) => dataset.fold,
    );
    const own = [...next.children].map((child) => document.importNode(child, true));
    const { scrollTop } = list;
    list.replaceChildren(...own);
    for (const fold of list.querySelectorAll<HTMLElement>("[data-fold]"))
      fold.toggleAttribute("open", open.includes(fold.dataset.fold));
    list.scrollTop = scrollTop;
    prepare(list);
    return;
  }
  const old = new Map([...entries.children].map((line) => [line.getAttribute("data-entry"), line]));
  const lines = [...nextEntries.children].map((line) => {
    const before = old.get(line.getAttribute("data-entry"));
    if (before && keyOf(before) === keyOf(line)) return before;
    const own = document.importNode(line, true);
    if (!before) own.classList.add("entry-new");
    return own;
  });
  for (const line of [...entries.children]) if (!lines.includes(line)) line.remove();
  lines.forEach((line, index) => {
    if (entries.children[index] !== line) entries.insertBefore(line, entries.children[index] ?? null);
  });
}

/** Once there was something to filter, that stays: with fewer lines nothing moves up under the person's hand. */
function keepFilter(list: Element, next: Element): void {
  const filter = list.querySelector(":scope > [data-filter]");
  if (filter && !next.querySelector(":scope > [data-filter]"))
    next.querySelector(":scope > .list-head")?.after(filter.cloneNode(true));
}

const keyOf = (line: Element): string =>
  [line.getAttribute("data-version"), line.querySelector("[aria-current]") !== null].join();

/** Puts an element in the place of another, unless they are the same. */
export function replace(old: Element | null, next: Element | null): void {
  if (!old || !next || old.outerHTML === next.outerHTML) return;
  const own = document.importNode(next, true);
  old.replaceWith(own);
  prepare(own);
}
