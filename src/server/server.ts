// The server, as its author sees it.

import type { LogLevel } from "../protocol/log-levels.js";
import type { AskingContext } from "./asking/asking-context.js";
import type { ServerElicitations } from "./asking/server-elicitations.js";
import type { PromptArgument, PromptDefinition, PromptHandler } from "./catalog/prompts.js";
import type { ResourceLister } from "./catalog/resource-lister.js";
import type { ResourceDefinition, ResourceHandler } from "./catalog/resources.js";
import type { AnySchema } from "./catalog/schema.js";
import type { ToolDefinition, ToolHandler } from "./catalog/tools.js";
import type { UriValues } from "./context.js";
import type { Middleware } from "./dispatch/middleware.js";
import type { TransportParts } from "./transport-parts.js";

/** The key under which transports find the parts of a server. */
export const transportParts: unique symbol = Symbol("beckon.transport-parts");

/** Defines a tool. */
export type DefineTool = <
  const I extends AnySchema | undefined = undefined,
  const O extends AnySchema | undefined = undefined,
>(
  name: string,
  definition: ToolDefinition<I, O>,
  handler: ToolHandler<I, O>,
) => void;

/** Defines a prompt. */
export type DefinePrompt = <const A extends Readonly<Record<string, PromptArgument>>>(
  name: string,
  definition: PromptDefinition<A>,
  handler: PromptHandler<A>,
) => void;

/** Defines a resource, fixed or templated. */
export type DefineResource = <const U extends string>(
  name: string,
  definition: ResourceDefinition<U>,
  handler: ResourceHandler<U>,
) => void;

/** The definitions of one kind, to change while the server runs. Clients that listen hear of every change. */
export interface Catalog<Define> {
  /** Defines again what is defined already. */
  readonly replace: Define;
  /** Takes a definition away. */
  remove(name: string): void;
  /** The names defined, in order. */
  names(): readonly string[];
}

/** A legacy session, from outside a call. */
export interface SessionHandle {
  readonly id: string;
  /** Sends a log message on the session's own stream, wherever it is, if its client wants that level. */
  log(level: LogLevel, data: unknown, logger?: string): Promise<void>;
  /** Asks the session's client, as `ctx.elicit` does in a call. The answer is `cancel` when the session ends first. */
  readonly elicit: AskingContext["elicit"];
}

/** An MCP server. */
export interface Server {
  /** Defines a tool; a name that is taken is refused. */
  readonly tool: DefineTool;
  /** Defines a prompt; a name that is taken is refused. */
  readonly prompt: DefinePrompt;
  /** Defines a resource; a name or uri that is taken is refused. */
  readonly resource: DefineResource;
  /** Lists what the application has besides the fixed resources. */
  listResources(lister: ResourceLister): void;
  /**
   * Adds code around every request; the first added is outermost. It is not around `initialize`, nor around methods
   * that the server does not serve.
   */
  use(middleware: Middleware): void;
  /** The tools, to change while the server runs. */
  readonly tools: Catalog<DefineTool>;
  /** The prompts, to change while the server runs. */
  readonly prompts: Catalog<DefinePrompt>;
  /** The resources and templates, to change while the server runs. */
  readonly resources: Catalog<DefineResource>;
  /** The uri of a resource by its name. */
  resourceUri(name: string, values?: UriValues): string;
  /** Tells subscribers that a resource changed. */
  notifyResourceUpdated(uri: string): void;
  /** Tells clients that the application's list of resources changed. */
  notifyResourcesChanged(): void;
  /** Url elicitations, to be settled by the application's own pages. */
  readonly elicitations: ServerElicitations;
  /** A legacy session by its id. */
  session(id: string): SessionHandle;
  /** Serves a fetch request; for Hono, Bun, Deno, workers and Next. */
  fetch(request: Request): Promise<Response>;
  /** Stops: streams end, calls may finish within `graceMs`, then they are cancelled. Closing twice is harmless. */
  close(options?: {
    /** How long calls may go on, in milliseconds. @default 10_000 */
    readonly graceMs?: number;
  }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
  readonly [transportParts]: TransportParts;
}
