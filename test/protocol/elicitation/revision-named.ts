// A revision by its date, for tests.

import { type Revision, revisionOf } from "../../../src/protocol/revisions.js";

export function revisionNamed(version: string): Revision {
  const revision = revisionOf(version);
  if (revision === undefined) throw new Error(`There is no revision ${version}.`);
  return revision;
}
