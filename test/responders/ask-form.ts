// Elicitations for the tests of responders, and a person in front of them.

import type { Answer } from "../../src/core/elicitation/answer.js";
import type { FormElicitation, UrlElicitation } from "../../src/core/elicitation/elicitation.js";
import type { FieldSchema } from "../../src/core/elicitation/form-schema.js";
import {
  defineResponder,
  type Responder,
  type RespondOptions,
} from "../../src/core/elicitation/responder.js";
import type { Logger } from "../../src/core/logger.js";

const asked = {
  id: "q1",
  key: "q1",
  message: "Where to?",
  audience: undefined,
  expiresAt: undefined,
  asker: {
    server: "travel",
    method: "tools/call",
    target: "book",
    client: undefined,
    principalId: undefined,
    runId: "run1",
  },
};

/** A form with these fields, all required. */
export const formWith = (
  properties: { readonly [name: string]: FieldSchema } = { city: { type: "string" } },
  more: {
    readonly message?: string;
    readonly server?: string;
    readonly origin?: string;
    readonly target?: string;
  } = {},
): FormElicitation => ({
  ...asked,
  message: more.message ?? asked.message,
  asker: {
    ...asked.asker,
    server: more.server ?? "travel",
    origin: more.origin ?? "https://travel.example",
    target: more.target ?? "book",
  },
  mode: "form",
  schema: { type: "object", properties, required: Object.keys(properties) },
});

export const pageAt = (url: string): UrlElicitation => ({ ...asked, mode: "url", url });

/** What is told besides an elicitation. */
export const told = (signal: AbortSignal = new AbortController().signal): RespondOptions => ({
  signal,
  group: "g1",
});

export const accept = (content = {}): Answer => ({ action: "accept", content });

/** Gives the same answer to everything. */
export const says = (answer: Answer | undefined): Responder =>
  defineResponder(["form", "url"], async () => answer);

/** Waits until it is told to stop, and notes that it was. */
export function waits(): { readonly responder: Responder; readonly stopped: () => boolean } {
  let stopped = false;
  const responder = defineResponder(
    ["form", "url"],
    (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          stopped = true;
          resolve({ action: "cancel", reason: "stopped" });
        });
      }),
  );
  return { responder, stopped: () => stopped };
}

export const fails: Responder = defineResponder(["form", "url"], async () => {
  throw new Error("The view broke.");
});

/** A logger, and what it was told. */
export function listener(): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const note = (message: string): void => void lines.push(message);
  return { logger: { debug: note, info: note, warn: note, error: note }, lines };
}
