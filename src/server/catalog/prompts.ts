// Prompts: how an author defines one, and what the server keeps of it.

import { BeckonError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Icon } from "../../protocol/capabilities.js";
import type { ContentBlock } from "../../protocol/content.js";
import type { Later } from "../call/later.js";
import type { CallContext } from "../context.js";
import type { Completer } from "./completer.js";
import { checkName } from "./names.js";

/** One argument of a prompt. Values are always text. */
export interface PromptArgument {
  readonly title?: string;
  readonly description?: string;
  /** Whether the prompt cannot do without it. @default false */
  readonly required?: boolean;
  /** Suggests values while a person types. */
  readonly complete?: Completer;
}

/** What a prompt says of itself. */
export interface PromptDefinition<A extends Readonly<Record<string, PromptArgument>>> {
  readonly title?: string;
  readonly description?: string;
  /** By name, in the order to show them. @default none */
  readonly arguments?: A;
  readonly icons?: readonly Icon[];
  /** Sent as `_meta`. */
  readonly meta?: JsonObject;
}

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: ContentBlock;
}

/** What a prompt's handler may return: text or content for the user's side, messages, or the whole result. */
export type PromptReturn =
  | string
  | ContentBlock
  | readonly PromptMessage[]
  | {
      readonly description?: string;
      readonly messages: readonly PromptMessage[];
      readonly _meta?: JsonObject;
    }
  | Later;

/** The arguments a handler gets: required ones are there. A prompt that declares none gets none. */
export type PromptValues<A> = string extends keyof A
  ? Record<never, never>
  : { [K in keyof A]: A[K] extends { readonly required: true } ? string : string | undefined };

/** Writes the prompt. */
export type PromptHandler<A extends Readonly<Record<string, PromptArgument>>> = (
  values: PromptValues<A>,
  ctx: CallContext,
) => MaybePromise<PromptReturn>;

/** A prompt as the server keeps it. */
export interface PromptEntry {
  readonly name: string;
  readonly listing: JsonObject & { readonly name: string };
  readonly arguments: Readonly<Record<string, PromptArgument>>;
  readonly handler: (values: Readonly<Record<string, string>>, ctx: CallContext) => unknown;
}

/** Something the user says. */
export const user = (content: string | ContentBlock): PromptMessage => ({
  role: "user",
  content: toBlock(content),
});

/** Something the assistant says. */
export const assistant = (content: string | ContentBlock): PromptMessage => ({
  role: "assistant",
  content: toBlock(content),
});

const toBlock = (content: string | ContentBlock): ContentBlock =>
  typeof content === "string" ? { type: "text", text: content } : content;

/** Checks a definition and makes it ready; throws with what is wrong. */
export function definePrompt<A extends Readonly<Record<string, PromptArgument>>>(
  name: string,
  definition: PromptDefinition<A>,
  handler: PromptHandler<A>,
): PromptEntry {
  checkName("prompt", name);
  if (typeof handler !== "function") {
    throw new BeckonError(
      "invalid-definition",
      `The prompt ${name} cannot be defined: its handler is no function.`,
    );
  }
  const { title, description, icons, meta } = definition;
  const declared: Readonly<Record<string, PromptArgument>> = definition.arguments ?? {};
  const listed = Object.entries(declared).map(([argument, { complete: _, ...said }]) => ({
    name: argument,
    ...said,
  }));
  return {
    name,
    listing: {
      name,
      title,
      description,
      arguments: listed.length > 0 ? listed : undefined,
      icons,
      _meta: meta,
    },
    arguments: declared,
    // Required arguments are enforced before the handler runs, which is what PromptValues promises.
    handler: handler as PromptEntry["handler"],
  };
}
