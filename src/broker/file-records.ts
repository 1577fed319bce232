// Where files lie among the engine's records: a note of each, and its pieces beside it.

import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { BrokerParts } from "./parts.js";

/** What is known of a file. */
export interface FileNote {
  readonly name: string;
  readonly type: string;
  /** On whose room it counts. */
  readonly owner: string;
  /** How large it is; while it is uploaded, how much of it there is. */
  readonly bytes: number;
  readonly pieces: number;
  readonly startedAt: number;
  /** True when all of it is there. */
  readonly isWhole: boolean;
}

export interface FoundFile {
  readonly id: string;
  /** Absent when it cannot be read. */
  readonly note: FileNote | undefined;
}

export interface FileRecords {
  /** Writes a note over exactly that version, 0 for a new one; gives the next, or `undefined` when it is another. */
  note(id: string, note: FileNote, ifVersion: number): Promise<number | undefined>;
  find(id: string): MaybePromise<FileNote | undefined>;
  /** The files of one elicitation. */
  of(elicitationId: string): Promise<readonly FoundFile[]>;
  /** A page of all files, in the order of their ids. */
  list(after: string | undefined, limit: number): Promise<readonly FoundFile[]>;
  writePiece(id: string, index: number, bytes: Uint8Array): Promise<void>;
  readPiece(id: string, index: number): Promise<Uint8Array | undefined>;
  /**
   * Deletes a file: its pieces first, so that a note is left for as long as anything else is. Gives the last note, if it
   * can be read, to the one who deleted it.
   */
  remove(id: string): Promise<FileNote | undefined>;
}

const NOTES = "elicitation-file:";
const PIECES = "elicitation-piece:";
const PAGE = 100;

export function createFileRecords({ engine: { records }, atRest, logger }: BrokerParts): FileRecords {
  const pieceKey = (id: string, index: number): string => `${PIECES}${id}:${String(index).padStart(8, "0")}`;
  const notePurpose = (id: string): string => `elicitation file ${id}`;
  const piecePurpose = (id: string, index: number): string => `elicitation piece ${index} of ${id}`;
  // Nobody but the broker writes notes.
  const readNote = (id: string, value: string): FileNote =>
    JSON.parse(atRest.open(notePurpose(id), value)) as FileNote;

  function readFound(id: string, value: string): FileNote | undefined {
    try {
      return readNote(id, value);
    } catch (error) {
      logger.warn("The note of a file cannot be read.", { id, error });
      return undefined;
    }
  }

  async function listUnder(
    prefix: string,
    after: string | undefined,
    limit: number,
  ): Promise<readonly FoundFile[]> {
    const found = await records.list(prefix, after, limit);
    return found.map(({ key, value }) => {
      const id = key.slice(NOTES.length);
      return { id, note: readFound(id, value) };
    });
  }

  async function listAll(prefix: string): Promise<readonly FoundFile[]> {
    const all: FoundFile[] = [];
    for (;;) {
      const last = all.at(-1);
      const page = await listUnder(prefix, last && NOTES + last.id, PAGE);
      all.push(...page);
      if (page.length < PAGE) return all;
    }
  }

  async function removePieces(id: string): Promise<void> {
    for (;;) {
      const pieces = await records.list(`${PIECES}${id}:`, undefined, PAGE);
      if (pieces.length === 0) return;
      await Promise.all(pieces.map(({ key }) => records.remove(key)));
    }
  }

  return {
    async note(id, note, ifVersion) {
      return records.put(NOTES + id, atRest.seal(notePurpose(id), JSON.stringify(note)), { ifVersion });
    },
    find: (id) => andThen(records.get(NOTES + id), (record) => record && readNote(id, record.value)),
    of: (elicitationId) => listAll(`${NOTES}${elicitationId}~`),
    list: (after, limit) => listUnder(NOTES, after === undefined ? undefined : NOTES + after, limit),
    async writePiece(id, index, bytes) {
      await records.put(pieceKey(id, index), atRest.sealBytes(piecePurpose(id, index), bytes));
    },
    async readPiece(id, index) {
      const record = await records.get(pieceKey(id, index));
      return record && atRest.openBytes(piecePurpose(id, index), record.value);
    },
    async remove(id) {
      for (;;) {
        await removePieces(id);
        const note = await records.get(NOTES + id);
        if (note === undefined) return undefined;
        // Whoever is still uploading it has noted more meanwhile: that is counted too.
        if (await records.remove(NOTES + id, note.version)) return readFound(id, note.value);
      }
    },
  };
}
