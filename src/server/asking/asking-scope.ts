// The part of a context that asks.

import { randomUUID } from "node:crypto";
import type { Answer } from "../../core/elicitation/answer.js";
import { field } from "../../core/elicitation/field.js";
import type { Options } from "../../core/elicitation/field-options.js";
import { form } from "../../core/elicitation/form.js";
import { url } from "../../core/elicitation/url.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import { never } from "../../replay/activity.js";
import type { StepInfo } from "../../replay/run-steps.js";
import type { ContextClient } from "../call/client.js";
import { LookupScope } from "../call/scope.js";
import { CLIENT_OPTIONS, checkAskOptions } from "./ask-options.js";
import { askQuestion } from "./ask-question.js";
import { askSecret } from "./ask-secret.js";
import { askedRoots, askedSample, resultOf } from "./asked-client.js";
import { AskedForm } from "./asked-form.js";
import { AskedPage, type PageOptions } from "./asked-page.js";
import type { AskingContext, ChooseOptions, ChooseSeveralOptions } from "./asking-context.js";
import type { CallExecution } from "./call-execution.js";
import { type ElicitArguments, readElicitArguments } from "./elicit-arguments.js";
import { executionOf } from "./execution-of.js";

/** The context of handlers that may ask. */
export abstract class AskingScope extends LookupScope implements AskingContext {
  get #execution(): CallExecution {
    return executionOf(LookupScope.partsOf(this), LookupScope.callOf(this));
  }

  /** True once nothing that is asked here may settle any more, not even as a refusal; throws where it must. */
  #isTooLate(): boolean {
    return LookupScope.callOf(this).execution?.run.isTooLate("ask") === true;
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
        if (this.#isTooLate()) return never();
        return this.#ask(readElicitArguments(given));
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
    return async (message, options = {}) => {
      if (this.#isTooLate()) return never();
      checkAskOptions(options);
      const { run } = this.#execution;
      const asked = form(message, { confirmed: field.boolean({ title: "Yes" }) });
      const answer = await run.ask(new AskedForm(asked, options));
      return answer.action === "accept" && answer.content.confirmed === true;
    };
  }

  get choose(): AskingContext["choose"] {
    const choose = async (
      message: string,
      options: Options,
      { several, min, max, title = "Choice", ...rest }: ChooseOptions & Partial<ChooseSeveralOptions> = {},
    ): Promise<Answer<unknown>> => {
      if (this.#isTooLate()) return never();
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
    };
    // As above.
    return choose as AskingContext["choose"];
  }

  get openUrl(): AskingContext["openUrl"] {
    const open = async (
      message: string,
      href: Parameters<typeof url>[1],
      { content, ...options }: PageOptions & { readonly content?: never } = {},
    ): Promise<unknown> => {
      if (this.#isTooLate()) return never();
      checkAskOptions(options, ["until"]);
      const page = url(message, href, content === undefined ? {} : { content });
      const { run } = this.#execution;
      return run.ask(new AskedPage(page, options));
    };
    // As above.
    return open as AskingContext["openUrl"];
  }

  get secret(): AskingContext["secret"] {
    return async (name, options) =>
      this.#isTooLate()
        ? never()
        : askSecret(LookupScope.partsOf(this), LookupScope.callOf(this), this.#execution, name, options);
  }

  get sample(): AskingContext["sample"] {
    return async (request, options = {}) => {
      if (this.#isTooLate()) return never();
      checkAskOptions(options, [], CLIENT_OPTIONS);
      return resultOf(await this.#execution.run.ask(askedSample(request, options)));
    };
  }

  get roots(): AskingContext["roots"] {
    return async (options = {}) => {
      if (this.#isTooLate()) return never();
      checkAskOptions(options, [], CLIENT_OPTIONS);
      return resultOf(await this.#execution.run.ask(askedRoots(options)));
    };
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
