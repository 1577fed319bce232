// Questions of agents, kept in the broker: they outlive the call, the session and the process that asked.

import { randomBytes } from "node:crypto";
import type { ElicitSpec } from "../../agent/spec.js";
import { ANSWER_FIELD, specToForm } from "../../agent/spec-to-form.js";
import type { Told } from "../../agent/tell-model.js";
import { sensitiveNames } from "../../agent/with-handles.js";
import type { Broker, KeptElicitation } from "../../broker/broker.js";
import { waitAtMost } from "../../broker/wait-at-most.js";
import type { Clock } from "../../core/clock.js";
import type { Answer, FormContent } from "../../core/elicitation/answer.js";
import type { Asker } from "../../core/elicitation/elicitation.js";
import type { RecordStore } from "../../core/engine/records.js";
import { BeckonError } from "../../core/errors.js";
import { digestJson } from "../../seal/digest.js";
import { type AskedRecords, specOf } from "./asked-records.js";
import type { SecretKeeper } from "./secret-keeper.js";

/** A question to ask. */
export interface NewQuestion {
  readonly spec: ElicitSpec;
  readonly asker: Asker;
  /** Whoever asks with the same key never asks twice. @default until its answer was given out, what says the same is the same */
  readonly key?: string | undefined;
}

/** What came of asking. */
export type Asking =
  | {
      readonly id: string;
      /** False when it was asked before, and nobody had the answer yet. */
      readonly isNew: boolean;
    }
  | { readonly id?: undefined; readonly retryAfterMs: number };

/** A question and what came of it so far. */
export interface QuestionState {
  readonly elicitation: KeptElicitation;
  readonly spec: ElicitSpec;
  /** `unavailable`, reason `waiting`, while it is open. */
  readonly told: Told;
}

export interface Questions {
  /** Asks, or finds what was asked before. */
  ask(question: NewQuestion): Promise<Asking>;
  /** Waits for the answer; `undefined` for what this principal did not ask. */
  answer(id: string, principalId: string, options: AnswerOptions): Promise<QuestionState | undefined>;
  /** Says that its asker has the answer: what says the same from now on is asked anew. */
  delivered(id: string): Promise<void>;
}

export interface AnswerOptions {
  /** How long to wait. */
  readonly waitMs: number;
  /** Nobody wants to know any more: rejects. */
  readonly signal?: AbortSignal;
}

export interface QuestionsOptions {
  readonly broker: Broker;
  readonly asked: AskedRecords;
  readonly records: RecordStore;
  readonly keeper: SecretKeeper;
  readonly clock: Clock;
  /** Ends every wait: the process stops, and what is open stays open. */
  readonly stopping: AbortSignal;
  /** How long what is settled is kept, in milliseconds. */
  readonly keepMs: number;
}

/** What a slot holds. */
interface Slot {
  readonly id: string;
  /** Of what is asked. */
  readonly digest: string;
  /** True for one that stays when the answer was given out. */
  readonly isLasting: boolean;
}

export function createQuestions(options: QuestionsOptions): Questions {
  const { broker, asked, records, keeper, clock, stopping, keepMs } = options;

  /** The slot of a question: found, or made with a new id. */
  async function takeSlot(key: string, digest: string, isLasting: boolean, expiresAt: number): Promise<Slot> {
    for (;;) {
      const found = await records.get(key);
      // Nobody else writes records of this kind.
      if (found !== undefined) return JSON.parse(found.value) as Slot;
      const slot: Slot = { id: randomBytes(12).toString("base64url"), digest, isLasting };
      const version = await records.put(key, JSON.stringify(slot), { ifVersion: 0, expiresAt });
      if (version !== undefined) return slot;
    }
  }

  async function ask({ spec, asker, key }: NewQuestion): Promise<Asking> {
    const timeoutMs = spec.timeoutSeconds === undefined ? undefined : spec.timeoutSeconds * 1000;
    const expiresAt = clock.now() + keepMs + (timeoutMs ?? 0);
    const digest = digestJson(spec);
    const slotKey = `app:slot:${digestJson([asker.server, asker.principalId, key === undefined ? [digest] : key])}`;
    const slot = await takeSlot(slotKey, digest, key !== undefined, expiresAt);
    if (slot.digest !== digest)
      throw new BeckonError(
        "invalid-arguments",
        `The key ${JSON.stringify(key)} was used for another question. Give each question a key of its own.`,
      );
    // Before the question: whoever answers at once must not be faster than this.
    await asked.put(slot.id, { spec, slot: slotKey }, expiresAt);
    let isAsked = false;
    try {
      const creation = await broker.create({
        id: slot.id,
        ...specToForm(spec),
        asker,
        group: slot.id,
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
      isAsked = creation.ok;
      return creation.ok ? { id: slot.id, isNew: creation.created } : { retryAfterMs: creation.retryAfterMs };
    } finally {
      // Whoever asks too much, or what cannot be asked, leaves nothing behind.
      if (!isAsked) {
        await records.remove(slotKey);
        await asked.remove(slot.id);
      }
    }
  }

  async function find(id: string, principalId: string): Promise<KeptElicitation | undefined> {
    const elicitation = await broker.get(id);
    return elicitation?.asker.principalId === principalId ? elicitation : undefined;
  }

  async function tell(
    elicitation: KeptElicitation,
    answer: Answer<FormContent> | undefined,
  ): Promise<QuestionState> {
    const { id } = elicitation;
    const spec = (await asked.get(id))?.spec ?? specOf(elicitation);
    if (answer === undefined)
      return { elicitation, spec, told: { action: "unavailable", reason: "waiting", id } };
    if (answer.action !== "accept") return { elicitation, spec, told: answer };
    // A model is told of an approval, which has no fields, as of a confirmation.
    const isApproval = elicitation.schema === undefined && spec.type === "confirmation";
    const content = isApproval
      ? { [ANSWER_FIELD]: true }
      : await keeper.content(elicitation, spec, answer.content);
    return { elicitation, spec, told: { action: "accept", content } };
  }

  return {
    ask,
    async answer(id, principalId, { waitMs, signal }) {
      const elicitation = await find(id, principalId);
      if (elicitation === undefined) return undefined;
      const known = await broker.getAnswer(id);
      const isKnown = known !== undefined || waitMs <= 0;
      const signals = signal === undefined ? [stopping] : [stopping, signal];
      const answer = isKnown ? known : await waitAtMost({ broker, clock }, id, waitMs, signals);
      signal?.throwIfAborted();
      return tell(elicitation, answer);
    },
    async delivered(id) {
      const slotKey = (await asked.get(id))?.slot;
      const found = slotKey === undefined ? undefined : await records.get(slotKey);
      if (slotKey === undefined || found === undefined) return;
      const slot = JSON.parse(found.value) as Slot;
      if (slot.id === id && !slot.isLasting) await records.remove(slotKey, found.version);
    },
  };
}

/** True when a client may show it: nothing in it is kept from the model, and so from the client. */
export const isForClients = (spec: ElicitSpec): boolean => sensitiveNames(spec).size === 0;
