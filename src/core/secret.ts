// A secret in the hands of a handler: it prints as nothing that anybody could use.

/** What every way of printing a secret gives. */
const SHOWN = "[secret]";

/**
 * Something that a person entrusted to a handler. Texts, JSON, logs and inspection show `[secret]`; only `reveal` gives
 * it away.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    Object.freeze(this);
  }

  /** The secret itself. Hand it to what needs it, and keep it nowhere. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [Symbol.toPrimitive](): string {
    return SHOWN;
  }

  static {
    // Where `util.inspect`, and with it `console.log`, looks for what to show.
    Object.defineProperty(Secret.prototype, Symbol.for("nodejs.util.inspect.custom"), { value: () => SHOWN });
  }
}
