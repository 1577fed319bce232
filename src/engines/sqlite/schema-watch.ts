// Notices that a newer version of Beckon has migrated the file under a process that runs.
//
// What the newer one relies on, this one does not know how to write: it stops, and says so. To ask costs as much as a
// quarter of a small write, so who writes much asks now and then; who writes seldom asks every time.

import { BeckonError } from "../../core/errors.js";
import type { Database } from "./database.js";
import { knownVersion, unknownVersion } from "./schema.js";

/** For how long an answer is good. By the machine's clock: so is the other process. */
const goodForMs = 20;

/** Gives a function that throws from when the schema has moved past what is known. */
export function createSchemaWatch(database: Database): () => void {
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - askedAt < goodForMs) return;
    const version = unknownVersion(database);
    if (version !== undefined) {
      throw new BeckonError(
        "engine-failed",
        `Another process has brought the database ${database.path} to schema ${version}, this one knows ${knownVersion} and writes no more. Start it again with the newer Beckon.`,
      );
    }
    askedAt = now;
  };
}
