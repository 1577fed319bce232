// What a server writes to its log, as text for which one may wait.

import type { Logger } from "beckon";

export class LogWatcher {
  text = "";
  #waiting: { readonly part: string; readonly found: () => void }[] = [];

  add(chunk: string): void {
    this.text += chunk;
    const found = this.#waiting.filter(({ part }) => this.text.includes(part));
    this.#waiting = this.#waiting.filter((waiter) => !found.includes(waiter));
    for (const waiter of found) waiter.found();
  }

  /** Resolves once the log contains `part`. */
  waitFor(part: string): Promise<void> {
    if (this.text.includes(part)) return Promise.resolve();
    return new Promise((found) => this.#waiting.push({ part, found }));
  }

  /** A logger that writes here. */
  logger(): Logger {
    const write = (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
      const values = Object.entries(fields).map(([name, value]) => `${name}=${describe(value)}`);
      this.add(`${[message, ...values].join(" ")}\n`);
    };
    return { debug: write, info: write, warn: write, error: write };
  }
}

const describe = (value: unknown): string => (value instanceof Error ? (value.stack ?? "") : String(value));
