// Loads what a card shows: the question, those of its round, what was typed before, and what was answered earlier.

import { hash } from "node:crypto";
import type { FormContent } from "../../../core/elicitation/answer.js";
import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import { ApiError } from "../../api/api-error.js";
import type { ElicitationResource, HistoryEntry, MuteResource } from "../../api/resources.js";
import { isOfRound, roundOf } from "../list/entries.js";
import type { Waiting } from "../list/load-waiting.js";
import type { InboxVisit } from "../visit.js";
import { loadEarlier } from "./load-earlier.js";

/** A question that can be answered on a card. */
export interface Question {
  readonly elicitation: ElicitationResource;
  /** What the names of its controls begin with; empty for what belongs to no round. */
  readonly prefix: string;
  /** What was typed and not sent yet. */
  readonly draft?: FormContent | undefined;
}

/** Everything about one question. */
export interface Card {
  readonly elicitation: ElicitationResource;
  /** Every open question of the round, this one among them; empty when this one is over. */
  readonly questions: readonly Question[];
  /** The questions of the round that are still open when this one is over. */
  readonly rest: readonly ElicitationResource[];
  /** What was answered to the same asker before, the latest first; empty when this one is over. */
  readonly earlier: readonly HistoryEntry[];
  /** Who muted its server; absent where nobody did. */
  readonly mute: MuteResource | undefined;
}

/** Loads a card; `undefined` when there is no such question. */
export async function loadCard(visit: InboxVisit, waiting: Waiting, id: string): Promise<Card | undefined> {
  const { client } = visit;
  const elicitation = await find(visit, waiting, id);
  if (elicitation === undefined) return undefined;
  const mute = waiting.mutes.find(({ server }) => server === elicitation.asker.server);
  const round = roundOf(elicitation);
  const known = waiting.elicitations.filter((one) => roundOf(one) === round);
  if (!isOpenStatus(elicitation.status))
    return { elicitation, questions: [], rest: known, earlier: [], mute };
  const all = known.some((one) => one.id === id) ? known : [elicitation, ...known];
  const questions = await Promise.all(
    toQuestions(all).map(async (question) => ({
      ...question,
      draft: await client.draft.get(question.elicitation.id),
    })),
  );
  return { elicitation, questions, rest: [], earlier: await loadEarlier(visit, elicitation.asker), mute };
}

/** Questions on one card. Those of a round have a prefix each, which stays the same when others come or are over. */
export const toQuestions = (all: readonly ElicitationResource[]): readonly Question[] =>
  all.map((elicitation) => ({
    elicitation,
    prefix: isOfRound(elicitation) ? prefixOf(elicitation.id) : "",
  }));

const prefixOf = (id: string): string => `q${hash("sha256", id, "hex").slice(0, 8)}-`;

async function find(
  { client }: InboxVisit,
  { elicitations }: Waiting,
  id: string,
): Promise<ElicitationResource | undefined> {
  const known = elicitations.find((one) => one.id === id);
  if (known !== undefined) return known;
  try {
    return (await client.get(id)).elicitation;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
