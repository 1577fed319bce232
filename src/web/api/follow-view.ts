// What a caller sees in which place: who is muted, and what they have put aside themselves.

import { hash } from "node:crypto";
import type { ApiParts } from "./api-parts.js";
import { type Caller, hasScope, personOf } from "./caller.js";

/** Stands for all of it: another one, and something has changed places. */
export async function viewOf({ broker }: Pick<ApiParts, "broker">, caller: Caller): Promise<string> {
  // Who only asks has no places.
  if (!hasScope(caller, "answer", "read")) return "none";
  const mutes = await broker.mutes.list();
  const aside = await broker.asides.list(personOf(caller));
  return hash("sha256", JSON.stringify([mutes, [...aside]]), "base64url").slice(0, 22);
}

/** Watches the places of what a caller sees. */
export interface ViewFollower {
  /** What stands for it now, if that is something else than the last time. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** Begins with what the caller has seen, and calls back when there may be something new. */
export async function followView(
  parts: Pick<ApiParts, "broker">,
  caller: Caller,
  seen: string | undefined,
  wake: () => void,
): Promise<ViewFollower> {
  const { mutes, asides } = parts.broker;
  const leave = [await mutes.listen(wake), await asides.listen(personOf(caller), wake)];
  let last = seen ?? (await viewOf(parts, caller));
  return {
    async next() {
      const view = await viewOf(parts, caller);
      if (view === last) return undefined;
      last = view;
      return view;
    },
    close() {
      for (const unsubscribe of leave) unsubscribe();
    },
  };
}
