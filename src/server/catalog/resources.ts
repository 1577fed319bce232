// Resources, fixed and templated: how an author defines one, and what the server keeps of it.

import { BeckonError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Icon } from "../../protocol/capabilities.js";
import type { Annotations } from "../../protocol/content.js";
import type { Later } from "../call/later.js";
import type { CallContext } from "../context.js";
import type { Completer } from "./completer.js";
import { checkName } from "./names.js";
import { parseUriTemplate, type UriTemplate } from "./uri-template.js";

/** How long clients may keep what they read, and for whom. */
export interface CacheHint {
  /** In milliseconds. @default 0 */
  readonly ttlMs?: number;
  /** `public` only for what is the same for everybody. @default "private" */
  readonly scope?: "public" | "private";
}

/** What a resource says of itself. */
export interface ResourceDefinition<U extends string> {
  /** The uri, or a template such as `myapp:///studies/{id}/cover`. */
  readonly uri: U;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** In bytes; fixed resources only. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
  readonly annotations?: Annotations;
  /** Sent as `_meta`. */
  readonly meta?: JsonObject;
  readonly cache?: CacheHint;
  /** Suggests values for the variables of the template. */
  readonly complete?: { readonly [V in VariablesOf<U>]?: Completer };
}

/** The names of the variables in a template. */
export type VariablesOf<U extends string> = U extends `${string}{${infer V}}${infer Rest}`
  ? BareName<V> | VariablesOf<Rest>
  : never;

type BareName<V extends string> = V extends `+${infer N}` ? N : V extends `${infer N}*` ? N : V;

/** One content of a resource; `uri` and `mimeType` default to those asked for and defined. */
export type ResourceContent =
  | { readonly text: string; readonly uri?: string; readonly mimeType?: string; readonly _meta?: JsonObject }
  | {
      readonly blob: Uint8Array | string;
      readonly uri?: string;
      readonly mimeType?: string;
      readonly _meta?: JsonObject;
    };

/** What a resource's handler may return: text, bytes, contents, or `undefined` for "there is no such thing". */
export type ResourceReturn =
  | string
  | Uint8Array
  | ResourceContent
  | readonly ResourceContent[]
  | Later
  | undefined;

/** Reads the resource. */
export type ResourceHandler<U extends string> = (
  values: { readonly [V in VariablesOf<U>]: string },
  ctx: CallContext & { readonly uri: string },
) => MaybePromise<ResourceReturn>;

/** A resource or template as the server keeps it. */
export interface ResourceEntry {
  readonly name: string;
  /** The uri or the template as written. */
  readonly uri: string;
  /** Absent for a fixed resource. */
  readonly template: UriTemplate | undefined;
  readonly listing: JsonObject & { readonly name: string };
  readonly mimeType: string | undefined;
  readonly cache: Required<CacheHint>;
  readonly completers: Readonly<Record<string, Completer | undefined>>;
  readonly handler: (
    values: Readonly<Record<string, string>>,
    ctx: CallContext & { readonly uri: string },
  ) => unknown;
}

/** Checks a definition and makes it ready; throws with what is wrong. */
export function defineResource<U extends string>(
  name: string,
  definition: ResourceDefinition<U>,
  handler: ResourceHandler<U>,
): ResourceEntry {
  checkName("resource", name);
  const complain = (problem: string): never => {
    throw new BeckonError("invalid-definition", `The resource ${name} cannot be defined: ${problem}.`);
  };
  if (typeof handler !== "function") complain("its handler is no function");
  const { uri, title, description, mimeType, size, icons, annotations, meta, cache = {} } = definition;
  const parsed = parseUriTemplate(uri);
  const template = parsed.variables.length > 0 ? parsed : undefined;
  const completers: Readonly<Record<string, Completer | undefined>> = definition.complete ?? {};
  const strangers = Object.keys(completers).filter((variable) => !parsed.variables.includes(variable));
  if (strangers.length > 0) complain(`its uri has no variable ${strangers.join(", ")} to complete`);
  const { ttlMs = 0, scope = "private" } = cache;
  if (!Number.isSafeInteger(ttlMs) || ttlMs < 0)
    complain(`cache.ttlMs must be a whole number of milliseconds, not ${ttlMs}`);
  const said = { name, title, description, mimeType, icons, annotations, _meta: meta };
  return {
    name,
    uri,
    template,
    listing: template ? { uriTemplate: uri, ...said } : { uri, ...said, size },
    mimeType,
    cache: { ttlMs, scope },
    completers,
    // Variables are matched by the template that VariablesOf reads.
    handler: handler as ResourceEntry["handler"],
  };
}
