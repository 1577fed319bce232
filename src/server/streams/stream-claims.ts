// Which node has a session's newest stream: a record in the engine, so that all nodes agree whatever the bus does.

import { randomBytes } from "node:crypto";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { ServerParts } from "../parts.js";

/** The claims of one node to the streams of sessions. */
export interface StreamClaims {
  /** The node's name, which no other has. */
  node(): string;
  /** Makes this node the holder of a session's stream; a later claim has a higher number. */
  take(sessionId: string): MaybePromise<number>;
  /** Reads whether this node is still the holder, and sees to it that its claim goes on. */
  isHeld(sessionId: string): MaybePromise<boolean>;
}

/** How long a claim lasts that nobody renews. */
const CLAIM_MS = 10 * 60_000;

const claimKey = (sessionId: string): string => `session-stream:${sessionId}`;

/** Makes the claims of one server. */
export function createStreamClaims({ engine, clock }: ServerParts): StreamClaims {
  // Made on first use: workers have no randomness before their first request.
  let name: string | undefined;
  const node = (): string => {
    name ??= randomBytes(9).toString("base64url");
    return name;
  };
  const put = (sessionId: string, ifVersion?: number): MaybePromise<number | undefined> =>
    engine.records.put(claimKey(sessionId), node(), {
      expiresAt: clock.now() + CLAIM_MS,
      ...(ifVersion !== undefined && { ifVersion }),
    });

  function isHeld(sessionId: string): MaybePromise<boolean> {
    return andThen(engine.records.get(claimKey(sessionId)), (record) => {
      if (record !== undefined && record.value !== node()) return false;
      const lastsMs = (record?.expiresAt ?? 0) - clock.now();
      if (lastsMs > CLAIM_MS / 2) return true;
      // Somebody may have taken it meanwhile; then that counts.
      return andThen(put(sessionId, record?.version ?? 0), (version) =>
        version === undefined ? isHeld(sessionId) : true,
      );
    });
  }

  return {
    node,
    // Without a condition a write always gives a version.
    take: (sessionId) => andThen(put(sessionId), (version) => version ?? 0),
    isHeld,
  };
}
