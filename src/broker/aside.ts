// What people have put aside: open elicitations that somebody leaves for later.

import type { Unsubscribe } from "../core/engine/bus.js";

/** What each person has put aside. It changes nothing for anybody else, and nothing about the elicitation. */
export interface BrokerAsides {
  /** The ids of what somebody has put aside. Some may be over by now. */
  list(by: string): Promise<ReadonlySet<string>>;
  /** Puts something aside. Beyond a thousand the oldest come back. */
  add(by: string, id: string): Promise<void>;
  /** Brings it back. Harmless when it was not aside. */
  remove(by: string, id: string): Promise<void>;
  /** Hears that somebody may have put something aside, or brought it back; a hint may be lost. */
  listen(by: string, wake: () => void): Promise<Unsubscribe>;
}
