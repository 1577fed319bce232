// How many resources one session, or one request that listens, may follow, and how long their uris may be.

import { invalidParams } from "../../protocol/rpc-error.js";

const MOST = 1000;
/** Characters of all uris together: they are held for as long as somebody listens. */
const MOST_WRITTEN = 256 * 1024;

/** Throws what the client is told when these are more than may be. */
export function requireFewSubscriptions(uris: readonly string[]): void {
  if (uris.length > MOST) throw invalidParams(`At most ${MOST} resources can be subscribed to at once`);
  const written = uris.reduce((sum, uri) => sum + uri.length, 0);
  if (written > MOST_WRITTEN)
    throw invalidParams(
      `The uris of all resources that are subscribed to may have ${MOST_WRITTEN} characters together`,
    );
}
