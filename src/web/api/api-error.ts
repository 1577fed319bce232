// Why the API refuses something: thrown where it is found, sent as problem details (RFC 9457), thrown again by the client.

import type { ElicitationStatus } from "../../core/engine/elicitations.js";
import type { Problem } from "../../core/problem.js";
import type { SettledResource } from "./resources.js";

/** What a program can tell refusals apart by. */
export type ApiErrorCode =
  | "invalid"
  | "unauthorized"
  | "forbidden"
  | "not-asked"
  | "unknown"
  | "wrong-method"
  | "settled"
  | "conflict"
  | "events-lost"
  | "too-large"
  | "wrong-type"
  | "wrong-host"
  | "limited"
  | "failed"
  | "closed";

const STATUS: { readonly [Code in ApiErrorCode]: readonly [status: number, title: string] } = {
  invalid: [400, "The request is not valid"],
  unauthorized: [401, "Nobody is signed in"],
  forbidden: [403, "This caller may not do that"],
  "not-asked": [403, "Somebody else is asked"],
  unknown: [404, "There is nothing here"],
  "wrong-method": [405, "That cannot be done here"],
  settled: [409, "It is over already"],
  conflict: [409, "Something else was faster"],
  "events-lost": [410, "The change feed no longer holds that"],
  "too-large": [413, "That is too much"],
  "wrong-type": [415, "That is of the wrong kind"],
  "wrong-host": [421, "Wrong address"],
  limited: [429, "Too many at once"],
  failed: [500, "Something went wrong"],
  closed: [503, "This server is stopping"],
};

/** What else is known of a refusal. */
export interface ApiErrorDetails {
  /** Everything that is wrong with what was sent. */
  readonly problems?: readonly Problem[];
  /** Who was first, and when. */
  readonly settled?: SettledResource & { readonly status: ElicitationStatus };
  /** When to come back, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Under which number the server's log has it. */
  readonly errorId?: string;
}

/** A refusal of the HTTP API. `detail` says in a sentence what was wrong and what to do. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly problems: readonly Problem[] | undefined;
  readonly settled: ApiErrorDetails["settled"];
  readonly retryAfterMs: number | undefined;
  readonly errorId: string | undefined;

  constructor(code: ApiErrorCode, detail: string, details: ApiErrorDetails = {}) {
    super(detail);
    const [status, title] = STATUS[code];
    this.code = code;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.problems = details.problems;
    this.settled = details.settled;
    this.retryAfterMs = details.retryAfterMs;
    this.errorId = details.errorId;
  }
}

/** The status of a code, and what it is called. */
export const problemTitle = (code: ApiErrorCode): readonly [status: number, title: string] => STATUS[code];

/** True for a word that this version knows. */
export const isApiErrorCode = (word: unknown): word is ApiErrorCode =>
  typeof word === "string" && Object.hasOwn(STATUS, word);

/** The code that stands for a status when nothing better is known. */
export function codeOfStatus(status: number): ApiErrorCode {
  const found = Object.entries(STATUS).find(([, [known]]) => known === status)?.[0];
  if (isApiErrorCode(found)) return found;
  return status >= 500 ? "failed" : "invalid";
}
