// What a context offers to handlers that may ask.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Options, OptionValue } from "../../core/elicitation/field-options.js";
import type { ContentOfSchema } from "../../core/elicitation/form-from-schema.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { ContentOf, FormSource } from "../../core/elicitation/form-source.js";
import type { Form, UrlPage } from "../../core/elicitation/question.js";
import type { Href } from "../../core/elicitation/url.js";
import type { JsonOf } from "../../core/json-of.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Secret } from "../../core/secret.js";
import type { Root } from "../../protocol/elicitation/read-roots-result.js";
import type { SamplingRequest, SamplingResult } from "../../protocol/elicitation/read-sampling-result.js";
import type { StepInfo } from "../../replay/run-steps.js";
import type { AskOptions } from "./ask-options.js";
import type { PageOptions } from "./asked-page.js";
import type { SecretOptions } from "./secret-options.js";

/** How one of several options is asked for. */
export interface ChooseOptions extends AskOptions {
  /** What the options are about. @default "Choice" */
  readonly title?: string;
}

/** How several of several options are asked for. */
export interface ChooseSeveralOptions extends ChooseOptions {
  readonly several: true;
  /** How many must be chosen at least. */
  readonly min?: number;
  /** How many may be chosen at most. */
  readonly max?: number;
}

/** How a page is opened. */
export interface OpenUrlOptions<Source extends FormSource | undefined> extends PageOptions {
  /** What `server.elicitations.complete(id, content)` must bring. @default nothing */
  readonly content?: Source;
}

/** How the client's model, or its roots, are asked for. */
export type ClientAskOptions = Pick<AskOptions, "key" | "timeoutMs" | "signal">;

/** What a handler that may ask is given. In the modern era it runs anew for each round, with all that it has learned. */
export interface AskingContext {
  /** Asks a person to fill in a form. */
  elicit<Content>(form: Form<Content>, options?: AskOptions): Promise<Answer<Content>>;
  /** Sends a person to a page. */
  elicit<Content>(page: UrlPage<Content>, options?: PageOptions): Promise<Answer<Content>>;
  /** Asks with a form as MCP writes it. */
  elicit<const S extends FormSchema>(
    request: { readonly message: string; readonly requestedSchema: S },
    options?: AskOptions,
  ): Promise<Answer<ContentOfSchema<S>>>;
  /** Asks for fields, or for what a schema describes. */
  elicit<const S extends FormSource>(
    message: string,
    schema: S,
    options?: AskOptions,
  ): Promise<Answer<ContentOf<S>>>;
  /** Asks for a yes; everything else is false: a no, silence, nobody there. */
  confirm(message: string, options?: AskOptions): Promise<boolean>;
  /** Asks to choose several of several options. */
  choose<const O extends Options>(
    message: string,
    options: O,
    settings: ChooseSeveralOptions,
  ): Promise<Answer<OptionValue<O>[]>>;
  /** Asks to choose one of several options: a list of texts, or an object of texts by value. */
  choose<const O extends Options>(
    message: string,
    options: O,
    settings?: ChooseOptions,
  ): Promise<Answer<OptionValue<O>>>;
  /** Sends a person to a page, and waits until the application says that they are done there. */
  openUrl<const Source extends FormSource | undefined = undefined>(
    message: string,
    href: Href,
    options?: OpenUrlOptions<Source>,
  ): Promise<Answer<Source extends FormSource ? ContentOf<Source> : undefined>>;
  /**
   * Asks for a password, key or token. The person gives it on a hosted page, or to a responder that may show secrets;
   * it never passes the client or its model, and is deleted at the end of the run.
   */
  secret(name: string, options?: SecretOptions): Promise<Answer<Secret>>;
  /** Has the client's model write a message. Rejects with `missing-capability` where the client cannot do that. */
  sample(request: SamplingRequest, options?: ClientAskOptions): Promise<SamplingResult>;
  /** The places that the client works on. Rejects with `missing-capability` where the client cannot tell. */
  roots(options?: ClientAskOptions): Promise<readonly Root[]>;
  /**
   * Does something once per run, however often the handler runs, and gives what it gave: as JSON carries it, and errors
   * as `StepError`. Asking and other steps are not allowed inside.
   */
  step<T>(key: string, work: (info: StepInfo) => MaybePromise<T>): Promise<JsonOf<T>>;
  /** Has `work` run when this execution ends, whichever way it ends: with a result, an error, a question, or a cancelled call. */
  defer(work: () => MaybePromise<void>): void;
  /** The present instant in milliseconds, the same whenever the handler comes by here. */
  now(): number;
  /** A new UUID, the same whenever the handler comes by here. */
  uuid(): string;
  /** A number from 0 up to, but not including, 1, the same whenever the handler comes by here. */
  random(): number;
  /** The run that this execution belongs to, and which of its rounds it serves. */
  readonly run: { readonly id: string; readonly round: number };
  /** True while the handler goes through what it went through before. */
  readonly replaying: boolean;
}
