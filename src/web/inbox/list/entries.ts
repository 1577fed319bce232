// The lines of the list: each one thing to do, which may be several questions of one round.

import type { ElicitationResource } from "../../api/resources.js";

/** One thing to do. */
export interface Entry {
  /** The first question; its id is the address of the card. */
  readonly head: ElicitationResource;
  /** All of them, in the order in which they were asked. */
  readonly questions: readonly ElicitationResource[];
  readonly place: "waiting" | "aside" | "muted";
}

/** Gathers the questions of each round. What was asked first stands first. */
export function toEntries(elicitations: readonly ElicitationResource[]): readonly Entry[] {
  const rounds = new Map<string, ElicitationResource[]>();
  for (const elicitation of elicitations) {
    const round = roundOf(elicitation);
    const known = rounds.get(round);
    if (known === undefined) rounds.set(round, [elicitation]);
    else known.push(elicitation);
  }
  return [...rounds.values()].flatMap((questions) => {
    const [head] = questions;
    if (head === undefined) return [];
    const place = head.muted ? "muted" : head.aside ? "aside" : "waiting";
    return [{ head, questions, place }];
  });
}

/**
 * What questions of one round have in common: also where they come from, since an asker says itself what it is called.
 * Only forms are answered together: a page or a terminal is a place of its own.
 */
export function roundOf(elicitation: ElicitationResource): string {
  const { id, group, asker } = elicitation;
  return isOfRound(elicitation)
    ? JSON.stringify([asker.server, asker.origin, asker.client, asker.runId, group])
    : JSON.stringify([id]);
}

/** True for what may be answered together with others. */
export const isOfRound = ({ mode, group }: ElicitationResource): boolean =>
  mode === "inline" && group !== undefined;
