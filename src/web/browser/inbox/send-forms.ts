// Sends the forms of a card, without loading the whole page anew.

import { disableButtons } from "../disable-buttons.js";
import { element } from "../element.js";
import { type Navigation, show } from "./navigate.js";
import { fetchPage } from "./swap.js";

const FAILED = "It could not be sent: the server is not reached. Nothing is lost; try again.";

/** Sends the forms of a card. They are locked meanwhile, and stay as they are when it fails. */
export function sendForms(navigation: Navigation): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const card = form.closest<HTMLElement>("#card");
    const { submitter } = event;
    if (event.defaultPrevented || form.method !== "post") return;
    if (document.body.dataset.busy) return event.preventDefault();
    if (!card || !(submitter instanceof HTMLButtonElement) || !form.matches("#answer, #refuse")) return;
    event.preventDefault();
    navigation.hold(send(card, form, inView(card, submitter)));
  });
}

/** The button that does the same and is in view: Enter in a field presses one that is not. */
const inView = (card: HTMLElement, pressed: HTMLButtonElement): HTMLButtonElement =>
  [...card.querySelectorAll<HTMLButtonElement>(".actions button")].find(
    ({ form, value }) => form === pressed.form && value === pressed.value,
  ) ?? pressed;

/** False when it failed. The address is read from the attribute: in a form with buttons called `action`, the property is one of them. */
async function send(
  card: HTMLElement,
  form: HTMLFormElement,
  submitter: HTMLButtonElement,
): Promise<boolean> {
  const from = document.activeElement;
  const release = lock(card, submitter);
  const data = new FormData(form, submitter);
  const isMultipart = form.enctype === "multipart/form-data" && !submitter.hasAttribute("formenctype");
  try {
    const body = isMultipart ? data : toPairs(data);
    const fetched = await fetchPage(form.getAttribute("action") ?? "", { method: "POST", body });
    release();
    show(fetched, !fetched.url.startsWith(location.origin + location.pathname), from);
    return true;
  } catch {
    release();
    fail(card);
    return false;
  }
}

/** Without files, which cannot go this way. */
function toPairs(data: FormData): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === "string") pairs.append(name, value);
  return pairs;
}

function lock(card: HTMLElement, submitter: HTMLButtonElement): () => void {
  document.body.dataset.busy = "yes";
  card.dataset.busy = "yes";
  const enable = disableButtons(submitter);
  card.querySelector(".failed")?.remove();
  return () => {
    delete document.body.dataset.busy;
    delete card.dataset.busy;
    enable();
  };
}

function fail(card: HTMLElement): void {
  card
    .querySelector(".actions")
    ?.prepend(element("p", { className: "failed", textContent: FAILED }, { role: "alert" }));
}
