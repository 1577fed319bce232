// Tools: how an author defines one, and what the server keeps of it.

import type { StandardTypedV1 } from "@standard-schema/spec";
import { isDuration } from "../../core/duration.js";
import { BeckonError } from "../../core/errors.js";
import type { FromJsonSchema } from "../../core/from-json-schema.js";
import type { JsonObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import { quote } from "../../core/quote.js";
import type { ClientCapabilities, Icon } from "../../protocol/capabilities.js";
import type { ContentBlock, ToolResult } from "../../protocol/content.js";
import { findParamHeaders, type ParamHeader } from "../../protocol/param-headers.js";
import type { Later } from "../call/later.js";
import type { CallContext } from "../context.js";
import { checkName } from "./names.js";
import { type AnySchema, readSchema, type Schema } from "./schema.js";

/** Hints for hosts on what a tool does. Nothing enforces them, and what is left out has the default of the protocol. */
export interface ToolAnnotations {
  /** For people; the `title` of the definition goes before it. */
  readonly title?: string;
  /** True when the tool changes nothing. @default false */
  readonly readOnlyHint?: boolean;
  /** False when the tool only ever adds. Says nothing of a tool that changes nothing. @default true */
  readonly destructiveHint?: boolean;
  /** True when calling again with the same arguments changes nothing more. @default false */
  readonly idempotentHint?: boolean;
  /** False when the tool touches only what the server itself holds. @default true */
  readonly openWorldHint?: boolean;
}

/** What a tool says of itself. */
export interface ToolDefinition<I extends AnySchema | undefined, O extends AnySchema | undefined> {
  /** For the model: when and how to use the tool. */
  readonly description?: string;
  /** For people. */
  readonly title?: string;
  /** What arguments must look like. @default no arguments */
  readonly input?: I;
  /** What the handler returns; sent as structured content with a text mirror. */
  readonly output?: O;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly Icon[];
  /** Sent as `_meta`. */
  readonly meta?: JsonObject;
  /** How long the handler may run, in milliseconds. @default no limit */
  readonly timeoutMs?: number;
  /** What the client must be able to do; checked before the handler runs. */
  readonly requires?: ClientCapabilities;
}

/** The values a schema lets through. */
export type ValueOf<S> = S extends StandardTypedV1<unknown, infer Out> ? Out : FromJsonSchema<S>;

/** The arguments a handler gets. */
export type InputOf<I> = I extends AnySchema ? ValueOf<I> : Record<string, never>;

type Sendable = string | ContentBlock | Blocks | ToolResult | Later | PlainObject | undefined;

/** Content. Written in place it comes here with its `type` widened to text, so that it is checked when it is sent. */
type Blocks = readonly { readonly type: string }[];

/** An object that is no array; one of those is content, or needs an output schema. */
type PlainObject = object & { readonly length?: never };

/** What a handler may return: with an output schema its value, otherwise text, content, an object or a whole result. */
export type ToolReturn<O> = O extends AnySchema ? OutputOf<O> | ToolResult | Later : Sendable;

type OutputOf<O> = O extends StandardTypedV1<infer In, unknown> ? In : FromJsonSchema<O>;

/** Does what the tool is for. */
export type ToolHandler<I extends AnySchema | undefined, O extends AnySchema | undefined> = (
  input: InputOf<I>,
  ctx: CallContext,
) => MaybePromise<ToolReturn<O> | undefined>;

/** A tool as `tools/list` shows it, before it is fitted to a revision. */
export interface ToolListing {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** A tool as the server keeps it. */
export interface ToolEntry {
  readonly name: string;
  readonly listing: ToolListing;
  readonly input: Schema;
  readonly output: Schema | undefined;
  readonly paramHeaders: readonly ParamHeader[];
  readonly timeoutMs: number | undefined;
  readonly requires: JsonObject | undefined;
  readonly handler: (input: unknown, ctx: CallContext) => unknown;
}

/** Checks a definition and makes it ready; throws with what is wrong. */
export function defineTool<I extends AnySchema | undefined, O extends AnySchema | undefined>(
  name: string,
  definition: ToolDefinition<I, O>,
  handler: ToolHandler<I, O>,
): ToolEntry {
  checkName("tool", name);
  const complain = (problem: string): never => {
    throw new BeckonError("invalid-definition", `The tool ${name} cannot be defined: ${problem}.`);
  };
  const { description, title, annotations, icons, meta, timeoutMs, requires } = definition;
  const input = readSchema(definition.input, "input", `The input of the tool ${name}`);
  if (input.json.type !== "object") complain('its input schema must have the type "object"');
  const output =
    definition.output === undefined
      ? undefined
      : readSchema(definition.output, "output", `The output of the tool ${name}`);
  if (typeof handler !== "function") complain("its handler is no function");
  if (timeoutMs !== undefined && !isDuration(timeoutMs))
    complain(
      `timeoutMs must be a number of milliseconds above 0, and at most a hundred years, not ${quote(String(timeoutMs))}`,
    );
  return {
    name,
    listing: {
      name,
      title,
      description,
      inputSchema: input.json,
      outputSchema: output?.json,
      annotations,
      icons,
      _meta: meta,
    },
    input,
    output,
    paramHeaders: findParamHeaders(input.json, complain),
    timeoutMs,
    requires,
    // The input was checked against the schema that InputOf is derived from.
    handler: handler as ToolEntry["handler"],
  };
}
