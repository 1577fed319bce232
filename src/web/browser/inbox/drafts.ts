// Keeps what is typed, and tells that somebody is at it.

import { tellReach } from "./reach.js";

const PAUSE_MS = 700;
const CLAIM_MS = 10_000;

/** What was typed and is not sent yet. */
export interface Drafts {
  /** Saves what is not saved yet. */
  save(): Promise<void>;
}

export function keepDrafts(): Drafts {
  let unsaved: HTMLFormElement | undefined;
  let timer: number | undefined;
  let claimedAt = 0;

  async function save(): Promise<void> {
    const form = unsaved;
    unsaved = undefined;
    clearTimeout(timer);
    if (form && !document.body.dataset.busy) await post(form, draftOf(form));
  }

  document.addEventListener("input", ({ target }) => {
    const input = target as HTMLInputElement;
    const { form } = input;
    if (!form?.matches("[data-answer]") || input.matches(".search")) return;
    if (Date.now() - claimedAt > CLAIM_MS) {
      claimedAt = Date.now();
      void post(form, claimOf(form));
    }
    unsaved = form;
    clearTimeout(timer);
    timer = window.setTimeout(() => void save(), PAUSE_MS);
  });
  // What was typed in the last moment is kept too.
  addEventListener("pagehide", () => void save());
  return { save };
}

/** What is masked, and files, never leave the page this way. */
function draftOf(form: HTMLFormElement): URLSearchParams {
  const body = new URLSearchParams({ action: "draft" });
  const masked = new Set(
    [...form.querySelectorAll<HTMLInputElement>("[data-masked]")].map(({ name }) => name),
  );
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && !masked.has(name) && name !== "key") body.append(name, value);
  return body;
}

function claimOf(form: HTMLFormElement): URLSearchParams {
  const body = new URLSearchParams({ action: "claim" });
  for (const name of ["token", "questions"])
    body.append(name, form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "");
  return body;
}

/** Where it cannot be told, the page says that nothing is reached. */
async function post(form: HTMLFormElement, body: URLSearchParams): Promise<void> {
  try {
    const address = form.getAttribute("action") ?? "";
    await fetch(address, { method: "POST", body, redirect: "error", keepalive: true });
  } catch {
    tellReach("unreached");
  }
}
