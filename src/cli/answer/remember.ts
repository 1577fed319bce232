// Tells the server what the person has typed and what they have put aside, for as long as it takes.

import type { FormContent } from "../../core/elicitation/answer.js";
import type { ApiClient } from "../../web/api/api-client.js";
import { ApiError } from "../../web/api/api-error.js";
import { pause } from "../server/pause.js";

const RETRY_MS = 1_000;
/** How long the end of the command waits for what is still to be told. */
const PATIENCE_MS = 3_000;

/** What is kept on the server for the person. */
export interface Remembering {
  /** Keeps what was typed into a question, or into a form of its session. */
  keepDraft(id: string, draft: FormContent, entry?: number): void;
  /** The form is answered, or without one the question is over: what was typed needs no keeping. */
  forgetDraft(id: string, entry?: number): void;
  putAside(id: string): void;
  /** Waits until everything was told; false when something could not be, or was refused. */
  done(): Promise<boolean>;
}

/** What comes later for the same question takes the place of what was not told yet. */
export function createRemembering(client: ApiClient): Remembering {
  const next = new Map<string, () => Promise<void>>();
  const working = new Map<string, Promise<void>>();
  const refused = new Set<string>();
  const over = new AbortController();

  function tell(key: string, send: () => Promise<void>): void {
    next.set(key, send);
    if (working.has(key)) return;
    working.set(
      key,
      work(key).finally(() => working.delete(key)),
    );
  }

  async function work(key: string): Promise<void> {
    for (let send = next.get(key); send !== undefined; send = next.get(key)) {
      const outcome = await outcomeOf(send);
      if (outcome === "failed") {
        if (over.signal.aborted) return;
        await pause(RETRY_MS, over.signal).catch(() => {});
      } else if (next.get(key) === send) {
        next.delete(key);
        if (outcome === "refused") refused.add(key);
        else refused.delete(key);
      }
    }
  }

  return {
    keepDraft: (id, draft, entry) =>
      tell(draftKey(id, entry), () =>
        Object.keys(draft).length === 0 ? client.draft.remove(id, entry) : client.draft.put(id, draft, entry),
      ),
    forgetDraft(id, entry) {
      const isOver = (key: string): boolean =>
        entry === undefined ? key.startsWith(`draft ${id} `) : key === draftKey(id, entry);
      for (const key of [...next.keys(), ...refused].filter(isOver)) {
        next.delete(key);
        refused.delete(key);
      }
    },
    putAside: (id) => tell(`aside ${id}`, () => client.putAside(id)),
    async done() {
      const patience = setTimeout(() => over.abort(), PATIENCE_MS);
      await Promise.all(working.values());
      clearTimeout(patience);
      return next.size === 0 && refused.size === 0;
    },
  };
}

const draftKey = (id: string, entry?: number): string => `draft ${id} ${entry ?? "own"}`;

/** The question is settled or gone, or the form of its session has an answer. */
const OVER: ReadonlySet<string> = new Set(["settled", "unknown", "conflict"]);

/** What failed is tried again, whatever it failed with. A refusal is final; that of what is over loses nothing. */
async function outcomeOf(send: () => Promise<void>): Promise<"told" | "refused" | "failed"> {
  try {
    await send();
    return "told";
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return "failed";
    return OVER.has(error.code) ? "told" : "refused";
  }
}
