// What `connect` decided for one request: whom it is made for, and what that principal may use.

import type { Named } from "../catalog/registry.js";

/** Whom a request is made for. */
export interface Principal {
  /** Stable and unique: sessions and request states are bound to it. */
  readonly id: string;
  /** For people to read. */
  readonly name?: string;
  /** What the application knows of the principal, such as the claims of its token. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Whatever the application attached in `connect`. */
export type Assigns = Readonly<Record<string, unknown>>;

/** The three kinds that allow-lists speak of. */
export type Kind = "tools" | "prompts" | "resources";

/** The outcome of `connect`, ready to be asked. */
export interface Access {
  readonly principal: Principal | undefined;
  readonly assigns: Assigns;
  /** The names allowed of each kind; `undefined` for all. */
  readonly tools: ReadonlySet<string> | undefined;
  readonly prompts: ReadonlySet<string> | undefined;
  readonly resources: ReadonlySet<string> | undefined;
}

/** Everything allowed, to nobody in particular. */
export const OPEN_ACCESS: Access = Object.freeze({
  principal: undefined,
  assigns: Object.freeze({}),
  tools: undefined,
  prompts: undefined,
  resources: undefined,
});

export const mayUse = (access: Access, kind: Kind, name: string): boolean => access[kind]?.has(name) ?? true;

/** Those of `entries` that the access allows. */
export function allowed<T extends Named>(access: Access, kind: Kind, entries: readonly T[]): readonly T[] {
  const names = access[kind];
  return names === undefined ? entries : entries.filter((entry) => names.has(entry.name));
}

/** True when an allow-list makes this view differ from others'. */
export const isLimited = (access: Access, kind: Kind): boolean => access[kind] !== undefined;
