// A question that is asked in a terminal only: a session of lines and forms, which another terminal can go on with.

import type { Answer } from "../../core/elicitation/answer.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { BeckonError } from "../../core/errors.js";
import { messageOf } from "../../core/message-of.js";
import type { Terminal } from "../../terminal/create-terminal.js";
import type { SettleOutcome, ShownQuestion, TerminalQuestion } from "../../terminal/question.js";
import type { ApiClient } from "../../web/api/api-client.js";
import { ApiError } from "../../web/api/api-error.js";
import type { ElicitationResource } from "../../web/api/resources.js";
import { pause } from "../server/pause.js";
import type { Remembering } from "./remember.js";
import { outcomeOf } from "./settle-with.js";
import { toElicitation } from "./to-elicitation.js";

/** What a session is shown with. */
export interface SessionParts {
  readonly client: ApiClient;
  readonly terminal: Terminal;
  readonly remembering: Remembering;
  /** What the question has in the terminal, whichever of its forms is shown. */
  readonly question: Pick<TerminalQuestion, "askedAt" | "repeats" | "later" | "claim" | "dropped">;
  /** Settles the whole. */
  readonly settle: (answer: Answer) => Promise<SettleOutcome>;
}

interface Form {
  readonly message: string;
  readonly schema: FormSchema;
}

/** What is said below the question while none of its forms is open. */
const HOW_IT_ENDS =
  "The asker may say and ask more here, and ends it when it is done. You can end it too: approve or decline.";
const RETRY_MS = 2_000;
const WAIT_SECONDS = 50;

/**
 * Shows a session: the form that is open, or else the question itself, below what was said so far. It is read from its
 * beginning, so that nothing is missing after reattaching, and no form is asked twice.
 */
export function openSession(
  elicitation: ElicitationResource,
  skewMs: number,
  parts: SessionParts,
): ShownQuestion {
  const { id } = elicitation;
  const { client, terminal, remembering, question } = parts;
  const over = new AbortController();
  const lines: string[] = [];
  const forms = new Map<number, Form>();
  const answered = new Set<number>();
  let expiresAt = elicitation.expiresAt;
  let card: { readonly entry: number | undefined; readonly shown: ShownQuestion } | undefined;

  function show(): void {
    if (over.signal.aborted) return;
    const entry = [...forms.keys()].find((each) => !answered.has(each));
    if (card !== undefined && card.entry === entry) return card.shown.update({ transcript: lines });
    card?.shown.remove("the asker goes on");
    const form = entry === undefined ? undefined : forms.get(entry);
    const asked = { ...elicitation, ...(expiresAt !== undefined && { expiresAt }) };
    const shown = terminal.show({
      ...question,
      elicitation: toElicitation(
        form === undefined
          ? { ...asked, message: `${asked.message}\n\n${HOW_IT_ENDS}` }
          : { ...asked, ...form },
        skewMs,
      ),
      transcript: [...lines],
      draft: () => client.draft.get(id, entry),
      keep: (draft) => remembering.keepDraft(id, draft, entry),
      later: () => {
        over.abort();
        question.later?.();
      },
      dropped: (reason) => {
        over.abort();
        question.dropped?.(reason);
      },
      settle: (answer) => (entry === undefined ? settle(answer) : reply(entry, answer)),
    });
    card = { entry, shown };
  }

  async function settle(answer: Answer): Promise<SettleOutcome> {
    const outcome = await parts.settle(answer);
    if (outcome === undefined || "gone" in outcome) over.abort();
    return outcome;
  }

  async function reply(entry: number, answer: Answer): Promise<SettleOutcome> {
    const { action } = answer;
    if (action === "timeout" || action === "unavailable") return undefined;
    const outcome = await outcomeOf(() =>
      client.transcript.reply(id, { entry, action, ...(action === "accept" && { content: answer.content }) }),
    );
    if (outcome !== undefined && "problems" in outcome) return outcome;
    answered.add(entry);
    remembering.forgetDraft(id, entry);
    card = undefined;
    // The next one comes when the terminal is done with this one.
    setImmediate(show);
    return outcome;
  }

  async function follow(): Promise<void> {
    let last = 0;
    // First everything that was said so far, then what comes.
    let waitSeconds = 0;
    const { signal } = over;
    while (!signal.aborted)
      try {
        const { entries, ended } = await client.transcript.read(id, last, { waitSeconds, signal });
        for (const { entry, line, form, answer } of entries) {
          last = entry;
          if (line !== undefined) lines.push(line);
          if (form !== undefined) forms.set(entry, form);
          if (answer === undefined) continue;
          answered.add(answer.entry);
          lines.push(`> ${forms.get(answer.entry)?.message ?? "a form"}: ${WORDS[answer.action]}`);
        }
        if (ended) return;
        show();
        waitSeconds = WAIT_SECONDS;
      } catch (error) {
        // What is refused, such as what is settled, is told by the change feed.
        if (signal.aborted || (error instanceof ApiError && error.status < 500)) return;
        // A server that is away or stops comes back.
        if (!(error instanceof BeckonError || error instanceof ApiError)) throw error;
        await pause(RETRY_MS, signal).catch(() => {});
      }
  }

  function remove(reason: string): void {
    over.abort();
    card?.shown.remove(reason);
  }

  follow().catch((error: unknown) => remove(messageOf(error)));
  return {
    update(change) {
      if (change.expiresAt !== undefined) expiresAt = change.expiresAt - skewMs;
      card?.shown.update(change);
    },
    remove,
    complete() {},
  };
}

const WORDS = { accept: "answered", decline: "declined", cancel: "cancelled" } as const;
