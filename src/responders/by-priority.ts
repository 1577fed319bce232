// Asks responders in the order of their priority.

import type { Responder } from "../core/elicitation/responder.js";
import { BeckonError } from "../core/errors.js";
import { type ComposeOptions, withFallback } from "./with-fallback.js";

/** A responder and its place. */
export interface Prioritized {
  /** The highest is asked first; equal ones in the order in which they are given. */
  readonly priority: number;
  readonly responder: Responder;
}

/** The responder that answers first when they are asked one after another, the highest priority first. */
export function byPriority(entries: readonly Prioritized[], options: ComposeOptions = {}): Responder {
  for (const { priority } of entries)
    if (!Number.isFinite(priority))
      throw new BeckonError(
        "invalid-option",
        `A responder has the priority ${priority}, which is no number.`,
      );
  const sorted = entries.toSorted((one, other) => other.priority - one.priority);
  return withFallback(
    sorted.map(({ responder }) => responder),
    options,
  );
}
