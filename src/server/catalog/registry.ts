// What is defined of one kind (tools, prompts, resources): by name, in name order, with word of every change.

import { BeckonError } from "../../core/errors.js";

/** Anything that is defined under a name. */
export interface Named {
  readonly name: string;
}

/** The definitions of one kind. */
export interface Registry<T extends Named> {
  get(name: string): T | undefined;
  /** All of them in name order. Do not keep it: it is replaced when something changes. */
  all(): readonly T[];
  /** Grows with every change, so that what was derived can be thrown away. */
  readonly version: number;
  add(entry: T): void;
  replace(entry: T): void;
  remove(name: string): void;
}

/** Makes an empty registry; `changed` is called after each change with the name concerned. */
export function createRegistry<T extends Named>(kind: string, changed: (name: string) => void): Registry<T> {
  const entries = new Map<string, T>();
  let sorted: readonly T[] | undefined;
  let version = 0;

  const note = (name: string): void => {
    sorted = undefined;
    version += 1;
    changed(name);
  };
  const mustExist = (name: string): void => {
    if (entries.has(name)) return;
    throw new BeckonError(
      "unknown-name",
      `There is no ${kind} named ${name}. Define it with server.${kind}; server.${kind}s.names() tells those there are.`,
    );
  };

  return {
    get: (name) => entries.get(name),
    all: () => (sorted ??= [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))),
    get version() {
      return version;
    },
    add(entry) {
      if (entries.has(entry.name)) {
        throw new BeckonError(
          "duplicate-name",
          `There is a ${kind} named ${entry.name} already. Use replace to change it.`,
        );
      }
      entries.set(entry.name, entry);
      note(entry.name);
    },
    replace(entry) {
      mustExist(entry.name);
      entries.set(entry.name, entry);
      note(entry.name);
    },
    remove(name) {
      mustExist(name);
      entries.delete(name);
      note(name);
    },
  };
}
