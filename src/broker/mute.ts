// What a mute is: a server that nobody hears of for a while.

import type { Unsubscribe } from "../core/engine/bus.js";

/** A server whose questions are kept, and neither shown nor announced. */
export interface Mute {
  readonly server: string;
  readonly since: number;
  /** When it ends by itself; absent for never. */
  readonly until?: number;
  readonly by: string;
}

/** The servers that are muted, for everybody who looks. */
export interface BrokerMutes {
  list(): Promise<readonly Mute[]>;
  has(server: string): Promise<boolean>;
  /** Mutes a server, or says anew until when. */
  add(server: string, how: { readonly by: string; readonly until?: number }): Promise<Mute>;
  /** True when this call undid it. */
  remove(server: string): Promise<boolean>;
  /** Hears that a server may have been muted, or is no longer; a hint may be lost. */
  listen(wake: () => void): Promise<Unsubscribe>;
}
