// One thing that `beckon doctor` looks at.

import type { Surroundings } from "../frame/surroundings.js";

/** What was found, and what helps. */
export interface Finding {
  readonly what: string;
  readonly verdict: "ok" | "warn" | "fail";
  readonly says: string;
  /** What to do about it; absent when nothing has to be done. */
  readonly remedy?: string;
}

/** Where to look. */
export interface CheckContext {
  readonly surroundings: Surroundings;
  /** The state folder, if there is one. */
  readonly state: string | undefined;
}

/** Looks at one thing. What it throws is a failure with that message. */
export type Check = {
  readonly what: string;
  readonly look: (context: CheckContext) => Promise<Omit<Finding, "what"> | undefined>;
};

export const ok = (says: string): Omit<Finding, "what"> => ({ verdict: "ok", says });
export const warn = (says: string, remedy: string): Omit<Finding, "what"> => ({
  verdict: "warn",
  says,
  remedy,
});
export const fail = (says: string, remedy: string): Omit<Finding, "what"> => ({
  verdict: "fail",
  says,
  remedy,
});
