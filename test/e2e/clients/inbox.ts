// Notifications as they came, for which one may wait.

export interface Heard {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export class Inbox {
  readonly #heard: Heard[] = [];
  readonly #waiting: { readonly method: string; readonly take: (heard: Heard) => void }[] = [];

  put(method: string, params: unknown): void {
    const heard = { method, params: (params ?? {}) as Heard["params"] };
    const index = this.#waiting.findIndex((waiter) => waiter.method === method);
    if (index < 0) this.#heard.push(heard);
    else this.#waiting.splice(index, 1)[0]?.take(heard);
  }

  /** The next notification of that method, now or later; each is given once. */
  next(method: string): Promise<Heard> {
    const index = this.#heard.findIndex((heard) => heard.method === method);
    const found = index < 0 ? undefined : this.#heard.splice(index, 1)[0];
    if (found) return Promise.resolve(found);
    return new Promise((take) => this.#waiting.push({ method, take }));
  }

  /** Takes what has come and was not yet taken. */
  drain(): readonly Heard[] {
    return this.#heard.splice(0);
  }
}
