// Brings an open card of several questions up to date: what is over becomes a note, what has come is added, and the
// fields of the others stay the very same, with whatever is typed and wherever somebody is.

import { element } from "../element.js";
import { prepare } from "./prepare.js";

/** What came of a question: the page of its own card. */
export type Outcomes = ReadonlyMap<string, Document>;

/** The open questions of a card, by id. */
export const questionsOf = (card: HTMLElement | null): readonly string[] =>
  (card?.dataset.questions ?? "").split(" ").filter(Boolean);

/** The questions on the card that are over, by id, with the addresses of their own cards. */
export function goneFrom(card: HTMLElement, next: HTMLElement): ReadonlyMap<string, string> {
  const left = questionsOf(next);
  const parts = [...card.querySelectorAll<HTMLElement>("[data-question][data-address]")];
  return new Map(
    parts.flatMap(({ dataset: { question = "", address = "" } }) =>
      questionsOf(card).includes(question) && !left.includes(question) ? [[question, address]] : [],
    ),
  );
}

/** Puts the open questions of `next` on the card; gives what has changed, in words. */
export function mergeRound(card: HTMLElement, next: HTMLElement, outcomes: Outcomes): readonly string[] {
  const known = questionsOf(card);
  const come = questionsOf(next).filter((id) => !known.includes(id));
  const { activeElement } = document;
  if (come.length > 0 && !card.querySelector("[data-question]")) becomeRound(card, next);
  const said = [
    ...[...outcomes].map(([id, page]) => end(partOf(card, id), page)),
    ...come.map((id) => add(card, next, id)),
  ];
  keepSummary(card);
  tellOf(card, next);
  // Where the field has moved with its question, or is gone with it.
  if (activeElement instanceof HTMLElement && document.activeElement !== activeElement) {
    const isKept = activeElement.isConnected;
    (isKept ? activeElement : card.querySelector<HTMLElement>(".over"))?.focus({ preventScroll: true });
  }
  return said;
}

const partOf = (card: HTMLElement, id: string): HTMLElement | undefined =>
  [...card.querySelectorAll<HTMLElement>("[data-question]")].find(({ dataset }) => dataset.question === id);

/** A question that was alone so far is one of several from now on, in its own part. */
function becomeRound(card: HTMLElement, next: HTMLElement): void {
  const [id = ""] = questionsOf(card);
  const part = partOf(next, id);
  const form = card.querySelector("#answer");
  if (!part || !form) return;
  const title = card.querySelector(".alone-title");
  const intro = next.querySelector(".round-intro");
  if (title && intro) title.replaceWith(document.importNode(intro, true));
  card.querySelector(":scope > .times")?.remove();
  const own = document.importNode(part, true);
  prepare(own);
  const fields = form.querySelector(":scope > .fields");
  form.querySelector(".context")?.before(own);
  if (fields) own.querySelector(".fields")?.replaceWith(fields);
}

/** In the place of its fields stands what came of it. */
function end(part: HTMLElement | undefined, page: Document): string {
  if (!part) return "";
  const receipt = page.querySelector(".receipt");
  const heading = receipt?.querySelector("h1")?.textContent ?? "";
  const lines = [...(receipt?.querySelectorAll(":scope > .lead") ?? [])];
  const over = element("div", { className: "over", tabIndex: -1 });
  over.append(
    element("p", { className: "over-title", textContent: heading }),
    ...lines.map((line) => document.importNode(line, true)),
  );
  const title = part.firstElementChild;
  part.replaceChildren(...(title ? [title] : []), over);
  part.classList.add("question-over");
  prepare(over);
  return `${nameOf(part)} ${heading}. ${lines.map(({ textContent }) => textContent).join(" ")}`;
}

/** In the order in which they were asked. */
function add(card: HTMLElement, next: HTMLElement, id: string): string {
  const part = partOf(next, id);
  if (!part) return "";
  const own = document.importNode(part, true);
  const order = questionsOf(next);
  const after = order.slice(order.indexOf(id) + 1).flatMap((one) => partOf(card, one) ?? [])[0];
  (after ?? card.querySelector("#answer > .context"))?.before(own);
  prepare(own);
  return `One more question on this card: ${nameOf(own)}`;
}

/** As much of a question as is listened to. */
const LONGEST_NAME = 160;

const nameOf = (part: HTMLElement): string =>
  (part.firstElementChild?.textContent ?? "").trim().slice(0, LONGEST_NAME);

/** What is wrong with a question that is over need not be mended. */
function keepSummary(card: HTMLElement): void {
  const summary = card.querySelector(".summary");
  for (const link of summary?.querySelectorAll<HTMLAnchorElement>("li > a") ?? [])
    if (document.getElementById(link.hash.slice(1))?.matches(".question-over *") !== false)
      link.closest("li")?.remove();
  const { length } = summary?.querySelectorAll("li") ?? [];
  if (length === 0) summary?.remove();
  const title = summary?.querySelector("h2");
  if (title) title.textContent = `${length === 1 ? "One thing needs" : `${length} things need`} another look`;
}

/** What the forms say that they are about, and where they go. */
function tellOf(card: HTMLElement, next: HTMLElement): void {
  const { card: id, address, questions = "" } = next.dataset;
  Object.assign(card.dataset, { card: id, address, questions });
  for (const form of card.querySelectorAll("#answer, #refuse")) {
    form.setAttribute("action", next.querySelector(`#${form.id}`)?.getAttribute("action") ?? "");
    form.querySelector('[name="questions"]')?.setAttribute("value", questions);
  }
  const [intro, nextIntro] = [card, next].map((one) => one.querySelector(".round-intro"));
  if (!intro || !nextIntro) return;
  intro.textContent = nextIntro.textContent;
  const [actions, nextActions] = [card, next].map((one) => one.querySelector(".actions"));
  const reason = actions?.querySelector(".reason");
  if (!actions || !nextActions || wordsOf(actions) === wordsOf(nextActions)) return;
  const own = document.importNode(nextActions, true);
  if (reason) own.querySelector(".reason")?.replaceWith(reason);
  actions.replaceWith(own);
}

const wordsOf = (actions: Element): string =>
  [...actions.querySelectorAll("button")].map(({ textContent }) => textContent).join();
