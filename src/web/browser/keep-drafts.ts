// Keeps what is typed, and tells that somebody is at it, which may move the deadline.

const PAUSE_MS = 700;
const CLAIM_MS = 10_000;
/** How long until it is tried again, when the server was not reached. */
const AGAIN_MS = 3_000;
/** Browsers send no more than 64 KiB for a page that is being left. */
const MOST_ON_LEAVING = 60_000;

/** What was typed and is not sent yet. */
export interface Drafts {
  /** Saves what is not saved yet. */
  save(): Promise<void>;
}

/** Whoever wants to know what comes of it. */
export interface DraftsOptions {
  /** Nothing could be told; it is tried again. */
  readonly onUnreached?: () => void;
  /** Somebody is at it, and has until then. */
  readonly onDeadline?: (expiresAt: string) => void;
}

/** Follows every form that answers. */
export function keepDrafts({ onUnreached = () => {}, onDeadline = () => {} }: DraftsOptions = {}): Drafts {
  let unsaved: HTMLFormElement | undefined;
  let timer: number | undefined;
  let claimedAt = 0;

  const soon = (form: HTMLFormElement, pauseMs: number): void => {
    unsaved = form;
    clearTimeout(timer);
    timer = window.setTimeout(() => void save(), pauseMs);
  };

  async function save(): Promise<void> {
    const form = unsaved;
    unsaved = undefined;
    clearTimeout(timer);
    if (!form?.isConnected) return;
    // What is being sent needs no draft, unless it does not get through.
    if (document.body.dataset.busy) return soon(form, PAUSE_MS);
    if (await post(form, draftOf(form))) return;
    onUnreached();
    if (unsaved === undefined) soon(form, AGAIN_MS);
  }

  async function claim(form: HTMLFormElement): Promise<void> {
    const reply = await post(form, claimOf(form));
    const expiresAt = reply?.headers.get("beckon-expires-at");
    if (reply === undefined) onUnreached();
    else if (expiresAt) onDeadline(expiresAt);
  }

  document.addEventListener("input", ({ target }) => {
    const input = target as HTMLInputElement;
    const { form } = input;
    if (!form?.matches("[data-answer]") || input.matches(".search")) return;
    if (Date.now() - claimedAt > CLAIM_MS) {
      claimedAt = Date.now();
      void claim(form);
    }
    soon(form, PAUSE_MS);
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
  for (const name of ["token", "questions"]) {
    const input = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (input) body.append(name, input.value);
  }
  return body;
}

/** Nothing when the server was not reached, or has failed. A refusal is final. */
async function post(form: HTMLFormElement, body: URLSearchParams): Promise<Response | undefined> {
  try {
    const address = form.getAttribute("action") ?? "";
    const keepalive = body.toString().length <= MOST_ON_LEAVING;
    const reply = await fetch(address, { method: "POST", body, redirect: "error", keepalive });
    return reply.status < 500 ? reply : undefined;
  } catch {
    return undefined;
  }
}
