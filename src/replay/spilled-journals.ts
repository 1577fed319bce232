// Journals that are too large for a client to carry: kept in the engine, sealed, each under what it says. A state names
// the one that it goes with, so that no other state of its slot can change what it opens.

import { hash } from "node:crypto";
import type { RecordStore } from "../core/engine/records.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { KeyRing } from "../seal/key-ring.js";
import { openToken, sealToken } from "../seal/token.js";
import type { RunState } from "./state.js";

/** The name of a journal: 132 bits of its digest. */
export const NAME_LENGTH = 22;
/** How many journals of one slot are kept, and how many bytes of them. */
const MOST_JOURNALS = 16;
const MOST_BYTES = 16 * 1024 * 1024;

/** Whose journal it is: the slot and the run of its state. */
export type JournalOwner = Pick<RunState, "runId" | "slot">;

export interface SpilledJournals {
  /** Keeps the text of a journal; gives the name it has. Equal ones of a slot are kept once. */
  keep(binding: string, owner: JournalOwner, text: string, expiresAt: number): MaybePromise<string>;
  /** The text; `undefined` when it is gone, or was kept for another binding. */
  open(binding: string, owner: JournalOwner, name: string): MaybePromise<string | undefined>;
}

/** A journal of a slot, as its list has it. */
type Listed = readonly [name: string, bytes: number];

export function createSpilledJournals(records: RecordStore, keys: () => KeyRing): SpilledJournals {
  const purpose = (binding: string, { runId }: JournalOwner, name: string): string =>
    `journal ${name} ${runId} ${binding}`;

  /** Notes a journal in the list of its slot, and lets go of what is too much there. */
  function list(slot: string, listed: Listed, expiresAt: number): MaybePromise<void> {
    return andThen(records.get(listKey(slot)), (record) => {
      // Written below. The rounds of a slot are executed one at a time, so nobody else writes it now.
      const known = record === undefined ? [] : (JSON.parse(record.value) as readonly Listed[]);
      const [name] = listed;
      const all = known.some(([one]) => one === name) ? known : [...known, listed];
      const [kept, dropped] = letGo(all, name);
      return andThen(records.put(listKey(slot), JSON.stringify(kept), { expiresAt }), () =>
        andThen(
          dropped.length === 0
            ? undefined
            : Promise.all(dropped.map(([one]) => records.remove(journalKey(slot, one)))),
          () => undefined,
        ),
      );
    });
  }

  return {
    keep(binding, owner, text, expiresAt) {
      const { slot, runId } = owner;
      // Of the run as well, which nobody else knows: the name of a record tells nothing of what is in it.
      const name = hash("sha256", `${runId} ${text}`, "base64url").slice(0, NAME_LENGTH);
      const sealed = sealToken(keys(), purpose(binding, owner, name), text);
      return andThen(records.put(journalKey(slot, name), sealed, { expiresAt }), () =>
        andThen(list(slot, [name, sealed.length], expiresAt), () => name),
      );
    },
    open: (binding, owner, name) =>
      andThen(
        records.get(journalKey(owner.slot, name)),
        (record) => record && openToken(keys(), purpose(binding, owner, name), record.value)?.toString(),
      ),
  };
}

/** Splits a list in what stays, the first and the latest, and what is too much. The one of this name always stays. */
function letGo(all: readonly Listed[], name: string): readonly [readonly Listed[], readonly Listed[]] {
  const kept = [...all];
  const dropped: Listed[] = [];
  const bytes = (): number => kept.reduce((sum, [, size]) => sum + size, 0);
  while (kept.length > MOST_JOURNALS || bytes() > MOST_BYTES) {
    const index = kept.findIndex(([one], place) => place > 0 && one !== name);
    if (index < 0) break;
    dropped.push(...kept.splice(index, 1));
  }
  return [kept, dropped];
}

const journalKey = (slot: string, name: string): string => `journal:${slot}:${name}`;
const listKey = (slot: string): string => `journals:${slot}`;
