// The way out of a line: responses and requests always go, notifications only while the client keeps up.

import type { Logger } from "../../core/logger.js";
import type { Outlet } from "../call/call.js";

/** The other end of a line, as its transport offers it. */
export interface LineTarget {
  write(line: string): void;
  /** How much of what was written the client has not taken yet, in bytes. */
  waitingBytes(): number;
  /** Called once, when the line is closed. */
  onClose(): void;
}

/** What may wait for a slow client before notifications are dropped, in bytes. */
const MOST_WAITING = 1 << 20;

export class LineOutput implements Outlet {
  readonly #target: LineTarget;
  readonly #logger: Logger;
  #warned = false;

  constructor(target: LineTarget, logger: Logger) {
    this.#target = target;
    this.#logger = logger;
  }

  respond(message: string): void {
    this.#target.write(message);
  }

  request(message: string): boolean {
    this.#target.write(message);
    return true;
  }

  notify(message: string): boolean {
    if (this.#target.waitingBytes() <= MOST_WAITING) {
      this.#target.write(message);
      return true;
    }
    if (!this.#warned) this.#logger.warn("A client on stdio is slow: notifications to it are dropped.");
    this.#warned = true;
    return false;
  }

  close(): void {
    this.#target.onClose();
  }
}
