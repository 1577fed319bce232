// Brings an open card of several questions up to date: what is over becomes a note, what has come is added once the
// person asks for it, and the fields of the others stay the very same, with whatever is typed and wherever somebody is.

import { element } from "../element.js";
import { comeTo, tellOfCome } from "./newcomers.js";
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

/** Puts on the card what has come of its questions; gives what has changed, in words. */
export function mergeRound(card: HTMLElement, next: HTMLElement, outcomes: Outcomes): readonly string[] {
  const shown = questionsOf(next).filter((id) => questionsOf(card).includes(id));
  const come = questionsOf(next).filter((id) => !shown.includes(id));
  const news = come.filter((id) => !comeTo(card).includes(id));
  const { activeElement } = document;
  const said = [
    ...[...outcomes].map(([id, page]) => end(partOf(card, id), page)),
    ...news.map((id) => `One more question came: ${nameOf(partOf(next, id))}. What you send is not for it.`),
  ];
  keepSummary(card);
  tellOf(card, next, shown);
  holdBack(card, next, come);
  if (come.length === 0) showActions(card, next);
  // Where the field is gone with its question, or its buttons were replaced.
  if (activeElement instanceof HTMLElement && document.activeElement !== activeElement) {
    const isKept = activeElement.isConnected;
    (isKept ? activeElement : card.querySelector<HTMLElement>(".over"))?.focus({ preventScroll: true });
  }
  return said;
}

/** Of what has come only one is shown at a time, so that none of it is passed over. */
function holdBack(card: HTMLElement, next: HTMLElement, come: readonly string[]): void {
  const [first = "", ...others] = come;
  tellOfCome(card, come, () => {
    const shown = questionsOf(next).filter((id) => id === first || questionsOf(card).includes(id));
    if (!card.querySelector("[data-question]")) becomeRound(card, next);
    const part = add(card, next, first);
    tellOf(card, next, shown);
    showActions(card, next);
    part?.focus({ preventScroll: true });
    part?.scrollIntoView();
    holdBack(card, next, others);
  });
}

/** One of several questions on a card. */
export const partOf = (card: HTMLElement, id: string | undefined): HTMLElement | undefined =>
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
function add(card: HTMLElement, next: HTMLElement, id: string): HTMLElement | undefined {
  const part = partOf(next, id);
  if (!part) return undefined;
  const own = document.importNode(part, true);
  own.tabIndex = -1;
  const order = questionsOf(next);
  const after = order.slice(order.indexOf(id) + 1).flatMap((one) => partOf(card, one) ?? [])[0];
  (after ?? card.querySelector("#answer > .context"))?.before(own);
  prepare(own);
  return own;
}

/** As much of a question as is listened to. */
const LONGEST_NAME = 160;

const nameOf = (part: HTMLElement | undefined): string =>
  (part?.firstElementChild?.textContent ?? "").trim().slice(0, LONGEST_NAME);

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

/** What the forms say that they are about, and where they go: `shown` are the open questions on the card. */
function tellOf(card: HTMLElement, next: HTMLElement, shown: readonly string[]): void {
  const { card: id, address } = next.dataset;
  const questions = shown.join(" ");
  Object.assign(card.dataset, { card: id, address, questions });
  for (const form of card.querySelectorAll("#answer, #refuse")) {
    const nextForm = next.querySelector(`#${form.id}`);
    form.setAttribute("action", nextForm?.getAttribute("action") ?? "");
    // Files go another way than everything else.
    form.setAttribute("enctype", nextForm?.getAttribute("enctype") ?? "");
    form.querySelector('[name="questions"]')?.setAttribute("value", questions);
  }
  const [intro, nextIntro] = [card, next].map((one) => one.querySelector(".round-intro"));
  // What has come and is not shown is not counted.
  if (intro && nextIntro && shown.length > 1)
    intro.textContent = (nextIntro.textContent ?? "").replace(/^\d+/, String(shown.length));
}

/** The buttons, in the words for what is shown now. */
function showActions(card: HTMLElement, next: HTMLElement): void {
  if (!next.querySelector(".round-intro")) return;
  const [actions, nextActions] = [card, next].map((one) => one.querySelector(".actions"));
  if (!actions || !nextActions || wordsOf(actions) === wordsOf(nextActions)) return;
  const own = document.importNode(nextActions, true);
  const [reason, notice] = [".reason", ".come"].map((name) => actions.querySelector(name));
  if (reason) own.querySelector(".reason")?.replaceWith(reason);
  if (notice) own.prepend(notice);
  actions.replaceWith(own);
}

const wordsOf = (actions: Element): string =>
  [...actions.querySelectorAll("button[name]")].map(({ textContent }) => textContent).join();
