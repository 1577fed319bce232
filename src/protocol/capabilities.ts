// What client and server say of themselves.

import { isObject, type JsonObject } from "../core/json.js";
import type { Revision } from "./revisions.js";

/** A picture that stands for a server, tool, prompt or resource. */
export interface Icon {
  /** An https or data uri. */
  readonly src: string;
  readonly mimeType?: string;
  /** Such as `"48x48"` or `"any"`. */
  readonly sizes?: readonly string[];
  readonly theme?: "light" | "dark";
}

/** A client or server by name and version. Self-reported: for display, never for decisions. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}

/** What a client declares that it can do. A type rather than an interface, so that it counts as a JSON object. */
export type ClientCapabilities = {
  readonly elicitation?: { readonly form?: JsonObject; readonly url?: JsonObject };
  readonly sampling?: JsonObject;
  readonly roots?: JsonObject;
  readonly extensions?: { readonly [name: string]: JsonObject };
  readonly experimental?: { readonly [name: string]: JsonObject };
};

/** What a server declares that it can do. */
export interface ServerCapabilities {
  readonly tools?: { readonly listChanged?: boolean };
  readonly prompts?: { readonly listChanged?: boolean };
  readonly resources?: { readonly listChanged?: boolean; readonly subscribe?: boolean };
  readonly completions?: JsonObject;
  readonly logging?: JsonObject;
}

/** Something that a server can ask a client to do. */
export type ClientFeature = "form" | "url" | "sampling" | "roots";

/** True when a client declared that it can do it, in the words of this revision. */
export function declares(
  { elicitation, sampling, roots }: ClientCapabilities,
  feature: ClientFeature,
  revision: Revision,
): boolean {
  switch (feature) {
    case "sampling":
      return sampling !== undefined;
    case "roots":
      return roots !== undefined;
    case "form":
      if (elicitation === undefined || revision.elicitation === "none") return false;
      // A bare `elicitation: {}` means form, for clients older than the distinction.
      return elicitation.form !== undefined || Object.keys(elicitation).length === 0;
    case "url":
      return revision.elicitation === "form-and-url" && elicitation?.url !== undefined;
  }
}

/** The part of `required` that `declared` lacks; `undefined` when nothing is missing. */
export function missingCapabilities(required: JsonObject, declared: JsonObject): JsonObject | undefined {
  const missing: Record<string, unknown> = {};
  for (const [name, wanted] of Object.entries(required)) {
    const had = declared[name];
    if (!isObject(had)) missing[name] = wanted;
    else if (isObject(wanted)) {
      // A bare `elicitation: {}` means form, for clients older than the distinction.
      const offered = name === "elicitation" && Object.keys(had).length === 0 ? { form: {} } : had;
      const inner = missingCapabilities(wanted, offered);
      if (inner) missing[name] = inner;
    }
  }
  return Object.keys(missing).length > 0 ? missing : undefined;
}
