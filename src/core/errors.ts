// The one error class of Beckon and the table of its codes.

import type { Problem } from "./problem.js";

/** Every code a {@link BeckonError} can carry, with what it means. `docs/reference/errors.md` has a row for each. */
export const errorCodes = {
  "invalid-definition": "A tool, prompt, resource or question was defined in a way that cannot work.",
  "credential-field": "A form asks for something that looks like a credential.",
  "duplicate-name": "Something of that kind with that name (or uri) is defined already.",
  "unknown-name": "Nothing of that kind with that name is defined.",
  "invalid-option": "An option has a value that cannot work.",
  "invalid-result": "A handler returned something that is no result.",
  "invalid-arguments": "Values do not fit the place they were given for.",
  cancelled: "A call was cancelled by its client, or because the server stops.",
  "timed-out": "Something took longer than its time limit.",
  refused: "connect refused the client of a stdio server.",
  unreachable: "Something that Beckon needs from elsewhere did not come.",
  "duplicate-key": "Two questions or two steps of one run have the same key.",
  "nested-in-step": "A step tried to ask, or to begin another step.",
  "in-clean-up": "What was deferred tried to ask, or to begin a step.",
  "not-json": "A step gave something that JSON cannot carry.",
  "missing-capability": "The client cannot do what it was asked for.",
  "client-failed": "The client answered a request with an error.",
  "state-too-large": "A run has learned more than its state can hold.",
  "events-lost": "A change feed no longer holds what came after the asked point.",
  unreadable: "What is kept was sealed with keys that are not in the ring.",
  "engine-failed": "An engine could not read or write its state.",
  "url-refused": "A url leads where nothing may be fetched from.",
  "too-large": "Something is larger than its limit.",
  closed: "The server, broker, engine or connection is closed.",
} as const;

/** A code of the table {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

/** What Beckon throws: a code to branch on, a sentence to read. */
export class BeckonError extends Error {
  override readonly name = "BeckonError";
  readonly code: ErrorCode;
  /** Everything that is wrong with what was given, where there can be several things; the message has the first. */
  readonly problems: readonly Problem[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options?: { cause?: unknown; problems?: readonly Problem[] },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.problems = options?.problems;
  }
}
