// The part of a context that asks.

import { randomUUID } from "node:crypto";
import type { Answer } from "../../core/elicitation/answer.js";
import { field } from "../../core/elicitation/field.js";
import type { Options } from "../../core/elicitation/field-options.js";
import { form } from "../../core/elicitation/form.js";
import { type Href, url } from "../../core/elicitation/url.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Secret } from "../../core/secret.js";
import type { Root } from "../../protocol/elicitation/read-roots-result.js";
import type { SamplingRequest, SamplingResult } from "../../protocol/elicitation/read-sampling-result.js";
import type { StepInfo } from "../../replay/run-steps.js";
import type { ContextClient } from "../call/client.js";
import { LookupScope } from "../call/scope.js";
import { type AskOptions, CLIENT_OPTIONS, checkAskOptions } from "./ask-options.js";
import { askQuestion } from "./ask-question.js";
import { askSecret } from "./ask-secret.js";
import { askedRoots, askedSample, resultOf } from "./asked-client.js";
import { AskedForm } from "./asked-form.js";
import { AskedPage, type PageOptions } from "./asked-page.js";
import type {
  AskingContext,
  ChooseOptions,
  ChooseSeveralOptions,
  ClientAskOptions,
} from "./asking-context.js";
import type { CallExecution } from "./call-execution.js";
import { type ElicitArguments, readElicitArguments } from "./elicit-arguments.js";
import { executionOf } from "./execution-of.js";
import type { SecretOptions } from "./secret-options.js";

type AnyChooseOptions = ChooseOptions & Partial<ChooseSeveralOptions>;
type AnyPageOptions = PageOptions & { readonly content?: never };

/** The context of handlers that may ask. */
export abstract class AskingScope extends LookupScope implements AskingContext {
  get #execution(): CallExecution {
    return executionOf(LookupScope.partsOf(this), LookupScope.callOf(this));
  }

  /** What comes of something that is asked now, if the execution is over. */
  #tooLate(): Promise<never> | undefined {
    return LookupScope.callOf(this).execution?.run.tooLate("ask");
  }

  /** What the client can do is part of what a run learns: it may come back as another version of itself. */
  override get client(): ContextClient {
    const client = super.client;
    const can: ContextClient["can"] = (feature) =>
      this.#execution.run.values.fact(`can:${feature}`, () => client.can(feature));
    return { ...client, can };
  }

  get elicit(): AskingContext["elicit"] {
    const elicit = (...given: readonly unknown[]): Promise<unknown> => {
      try {
        return this.#tooLate() ?? this.#ask(readElicitArguments(given));
      } catch (error) {
        return Promise.reject(error);
      }
    };
    // The overloads of the contract are told apart inside.
    return elicit as AskingContext["elicit"];
  }

  #ask({ question, options }: ElicitArguments): Promise<Answer<unknown>> {
    return askQuestion(LookupScope.partsOf(this), this.#execution.run, question, options);
  }

  get confirm(): AskingContext["confirm"] {
    return (message, options = {}) => this.#tooLate() ?? this.#confirm(message, options);
  }

  async #confirm(message: string, options: AskOptions): Promise<boolean> {
    checkAskOptions(options);
    const { run } = this.#execution;
    const asked = form(message, { confirmed: field.boolean({ title: "Yes" }) });
    const answer = await run.ask(new AskedForm(asked, options));
    return answer.action === "accept" && answer.content.confirmed === true;
  }

  get choose(): AskingContext["choose"] {
    const choose = (message: string, options: Options, chosen: AnyChooseOptions = {}): Promise<unknown> =>
      this.#tooLate() ?? this.#choose(message, options, chosen);
    // As above.
    return choose as AskingContext["choose"];
  }

  async #choose(
    message: string,
    options: Options,
    { several, min, max, title = "Choice", ...rest }: AnyChooseOptions,
  ): Promise<Answer<unknown>> {
    checkAskOptions(rest);
    const { run } = this.#execution;
    const choice = several
      ? field.choices({
          options,
          title,
          ...(min !== undefined && { min }),
          ...(max !== undefined && { max }),
        })
      : field.choice({ options, title });
    const answer: Answer<{ readonly choice: unknown }> = await run.ask(
      new AskedForm(form(message, { choice }), rest),
    );
    return answer.action === "accept" ? { ...answer, content: answer.content.choice } : answer;
  }

  get openUrl(): AskingContext["openUrl"] {
    const open = (message: string, href: Href, options: AnyPageOptions = {}): Promise<unknown> =>
      this.#tooLate() ?? this.#openUrl(message, href, options);
    // As above.
    return open as AskingContext["openUrl"];
  }

  async #openUrl(message: string, href: Href, { content, ...options }: AnyPageOptions): Promise<unknown> {
    checkAskOptions(options, ["until"]);
    const page = url(message, href, content === undefined ? {} : { content });
    const { run } = this.#execution;
    return run.ask(new AskedPage(page, options));
  }

  get secret(): AskingContext["secret"] {
    return (name, options) => this.#tooLate() ?? this.#secret(name, options);
  }

  async #secret(name: string, options: SecretOptions | undefined): Promise<Answer<Secret>> {
    return askSecret(LookupScope.partsOf(this), LookupScope.callOf(this), this.#execution, name, options);
  }

  get sample(): AskingContext["sample"] {
    return (request, options = {}) => this.#tooLate() ?? this.#sample(request, options);
  }

  async #sample(request: SamplingRequest, options: ClientAskOptions): Promise<SamplingResult> {
    checkAskOptions(options, [], CLIENT_OPTIONS);
    return resultOf(await this.#execution.run.ask(askedSample(request, options)));
  }

  get roots(): AskingContext["roots"] {
    return (options = {}) => this.#tooLate() ?? this.#roots(options);
  }

  async #roots(options: ClientAskOptions): Promise<readonly Root[]> {
    checkAskOptions(options, [], CLIENT_OPTIONS);
    return resultOf(await this.#execution.run.ask(askedRoots(options)));
  }

  get step(): AskingContext["step"] {
    const step = (key: string, work: (info: StepInfo) => MaybePromise<unknown>): Promise<unknown> =>
      this.#execution.run.step(key, () => LookupScope.callOf(this).signal, work);
    // What comes back went through JSON.
    return step as AskingContext["step"];
  }

  get defer(): AskingContext["defer"] {
    return (work) => this.#execution.run.defer(work);
  }

  get now(): AskingContext["now"] {
    return () => this.#execution.run.values.next("now", () => LookupScope.partsOf(this).clock.now());
  }

  get uuid(): AskingContext["uuid"] {
    return () => this.#execution.run.values.next("uuid", randomUUID);
  }

  get random(): AskingContext["random"] {
    return () => this.#execution.run.values.next("random", Math.random);
  }

  get run(): AskingContext["run"] {
    const { id, round } = this.#execution.run;
    return { id, round };
  }

  get replaying(): boolean {
    return LookupScope.callOf(this).execution?.run.replaying ?? false;
  }
}
