// The secrets that one execution of a run has had to do with, so that they go when the run does.

import type { Logger } from "../../core/logger.js";
import { andThen, isPromise, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { SecretRecords } from "./secret-records.js";

export class RunSecrets {
  readonly #records: SecretRecords;
  readonly #logger: Logger;
  readonly #requireCurrent: () => MaybePromise<void>;
  readonly #references = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(records: SecretRecords, logger: Logger, requireCurrent: () => MaybePromise<void>) {
    this.#records = records;
    this.#logger = logger;
    this.#requireCurrent = requireCurrent;
  }

  /** A name that is another one each time in an execution, and the same in every execution. */
  number(name: string): string {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return `${name}:${count}`;
  }

  keep(reference: string, value: string): MaybePromise<void> {
    this.#references.add(reference);
    return this.#records.keep(reference, value);
  }

  read(reference: string): MaybePromise<string | undefined> {
    this.#references.add(reference);
    return this.#records.read(reference);
  }

  /** The same, for one that a person gave. One that went with its run is not lost: this throws, so that nobody is asked again. */
  readGiven(reference: string): MaybePromise<string | undefined> {
    return andThen(
      this.read(reference),
      (value) => value ?? andThen(this.#requireCurrent(), () => undefined),
    );
  }

  /** The run is over. */
  forget(): MaybePromise<void> {
    return this.#each((reference) => this.#records.forget(reference));
  }

  /** The run is over, unless the same is sent again soon. */
  fade(): MaybePromise<void> {
    return this.#each((reference) => this.#records.fade(reference));
  }

  #each(act: (reference: string) => MaybePromise<void>): MaybePromise<void> {
    const acts = [...this.#references].map((reference) =>
      recover(
        () => act(reference),
        // It expires by itself; the result of the run does not depend on it.
        (error) => this.#logger.error("A secret could not be deleted.", { error }),
      ),
    );
    if (acts.some(isPromise)) return andThen(Promise.all(acts), () => undefined);
  }
}
