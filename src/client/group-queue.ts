// Lets the questions of one round through together, and no more rounds at once than a person can look at.

import { BeckonError } from "../core/errors.js";

interface Waiting {
  readonly group: string;
  readonly admit: () => void;
}

/** A queue of groups: what belongs to a group that is open is never kept waiting. */
export class GroupQueue {
  readonly #atOnce: number;
  readonly #open = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(atOnce: number) {
    if (!(atOnce >= 1))
      throw new BeckonError(
        "invalid-option",
        `atOnce is ${atOnce}, and at least one question must be let through.`,
      );
    this.#atOnce = atOnce;
  }

  /** Resolves with true when it is the group's turn, and with false when the signal aborts before that. */
  enter(group: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.#open.has(group) || this.#open.size < this.#atOnce) {
      this.#admit(group);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const waiting: Waiting = {
        group,
        admit: () => {
          signal.removeEventListener("abort", leave);
          this.#admit(group);
          resolve(true);
        },
      };
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        resolve(false);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  /** One question of the group is done with. */
  leave(group: string): void {
    const left = (this.#open.get(group) ?? 1) - 1;
    if (left > 0) {
      this.#open.set(group, left);
      return;
    }
    this.#open.delete(group);
    const next = this.#waiting[0]?.group;
    if (next === undefined) return;
    const admitted = this.#waiting.filter((one) => one.group === next);
    this.#waiting = this.#waiting.filter((one) => one.group !== next);
    for (const one of admitted) one.admit();
  }

  #admit(group: string): void {
    this.#open.set(group, (this.#open.get(group) ?? 0) + 1);
  }
}
