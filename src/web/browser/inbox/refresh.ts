// Brings the page up to date when something has changed.

import { comeTo } from "./newcomers.js";
import { prepare } from "./prepare.js";
import { tellReach } from "./reach.js";
import { goneFrom, mergeRound, partOf, questionsOf } from "./round.js";
import { say } from "./say.js";
import { type Fetched, fetchPage, replace, showAround, showPage } from "./swap.js";

/** One change: which question, and how it stands now. */
export interface Change {
  readonly id: string;
  readonly status: string;
}

/**
 * News for the list, and the card when it is the one that is open. No changes at all stand for "anything may have
 * changed". Gives the page with the list as it stands now; nothing to who is signed out.
 */
export async function refresh(changes: readonly Change[] | undefined): Promise<Document | undefined> {
  const { inbox = "" } = document.body.dataset;
  const card = document.getElementById("card");
  const own = card?.dataset.state === "open" ? questionsOf(card) : [];
  const isConcerned =
    changes === undefined
      ? own.length > 0 || document.querySelector("[data-fresh]") !== null
      : // What is asked may be one more of the same round.
        changes.some(
          ({ id, status }) =>
            own.includes(id) || comeTo(card).includes(id) || (own.length > 0 && status === "pending"),
        );
  const fetched = await fetchPage(isConcerned ? location.pathname + location.search : listUrl(inbox));
  if (fetched.status === 401) {
    tellReach("signed-out");
    return undefined;
  }
  tellReach("reached");
  // Something else was opened meanwhile, and this may be older than what it shows.
  if (card !== document.getElementById("card")) return refresh(changes);
  const next = fetched.page.getElementById("card");
  if (isConcerned && card && next && !card.dataset.busy) {
    const page = await showQuestions(card, next, fetched);
    if (page === "moved") return refresh(changes);
    if (page) return page;
  }
  showAround(keepTitle(fetched.page));
  freshen(fetched.page);
  return fetched.page;
}

/**
 * Shows which questions are open now, where that has changed: the page that was shown then, or that the person has gone
 * elsewhere meanwhile.
 */
async function showQuestions(
  card: HTMLElement,
  next: HTMLElement,
  fetched: Fetched,
): Promise<Document | "moved" | undefined> {
  const own = questionsOf(card);
  const left = questionsOf(next);
  const still = left.find((id) => own.includes(id));
  if (next.dataset.state === "over" && still === undefined) {
    showPage(fetched, false);
    say(next.querySelector("#card-title")?.textContent ?? "");
    return fetched.page;
  }
  // The first that is left may be one that is not shown yet.
  const rest = next.dataset.rest && (partOf(card, still)?.dataset.address ?? next.dataset.rest);
  if (left.join() === own.join() && comeTo(card).length === 0 && rest === undefined) return undefined;
  const now = rest === undefined ? fetched : await fetchPage(rest);
  const shown = now.page.getElementById("card");
  if (shown?.dataset.state !== "open") return "moved";
  const gone = await Promise.all(
    [...goneFrom(card, shown)].map(
      async ([id, address]) =>
        [id, id === next.dataset.card ? fetched.page : (await fetchPage(address)).page] as const,
    ),
  );
  const isOther = card !== document.getElementById("card") || questionsOf(card).join() !== own.join();
  if (isOther || card.dataset.busy) return "moved";
  const said = mergeRound(card, shown, new Map(gone)).join(" ");
  if (said !== "") say(said);
  if (rest === undefined) keepTitle(now.page);
  else history.replaceState(null, "", now.url);
  document.body.dataset.shown = location.pathname + location.search;
  showAround(now.page);
  freshen(now.page);
  return now.page;
}

/** The parts of the card that may be other than before. */
function freshen(page: Document): void {
  for (const part of document.querySelectorAll("[data-fresh]")) replace(part, page.getElementById(part.id));
  markCurrent();
  moveDeadlines(page);
}

/** The list as it is filtered just now. */
const listUrl = (inbox: string): string => inbox + location.search;

/** The title stays that of the card that is open; only its number is news. */
function keepTitle(page: Document): Document {
  const { count = "0" } = page.body.dataset;
  const bare = document.title.replace(/^\(\d+\) /, "");
  page.title = count === "0" ? bare : `(${count}) ${bare}`;
  return page;
}

/** The line of the card that is open. */
export function markCurrent(): void {
  const id = document.getElementById("card")?.dataset.card;
  for (const link of document.querySelectorAll(".entry-link")) {
    const isCurrent = id !== undefined && link.parentElement?.dataset.entry === id;
    if (isCurrent) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Somebody who types may have moved them. */
function moveDeadlines(page: Document): void {
  for (const left of document.querySelectorAll<HTMLElement>("#card [data-left]")) {
    const { id = "" } = left.closest(".times")?.querySelector("[data-fresh]") ?? {};
    const moved = page.getElementById(id)?.closest(".times")?.querySelector(".deadline");
    const next = moved?.querySelector<HTMLElement>("[data-left]");
    if (!moved || !next || next.dataset.expires === left.dataset.expires) continue;
    const own = document.importNode(moved, true);
    left.closest(".deadline")?.replaceWith(own);
    prepare(own);
  }
}
