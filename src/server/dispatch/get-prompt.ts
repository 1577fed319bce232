// `prompts/get`: find, check the arguments, run, and turn what comes back into messages.

import { BeckonError } from "../../core/errors.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { firstProblems, type Problem } from "../../core/problem.js";
import { isContentBlock } from "../../protocol/content.js";
import type { Revision } from "../../protocol/revisions.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import { contentTo } from "../../protocol/to-revision.js";
import { mayUse } from "../access/access.js";
import type { Call } from "../call/call.js";
import type { Outcome } from "../call/outcome.js";
import { type PromptEntry, type PromptMessage, user } from "../catalog/prompts.js";
import type { ServerParts } from "../parts.js";
import { CallScope } from "./call-scope.js";
import { runHandler } from "./run-handler.js";

export function getPrompt(parts: ServerParts, call: Call): MaybePromise<Outcome> {
  const { name, arguments: given = {} } = call.params;
  if (typeof name !== "string") throw invalidParams("prompts/get needs the name of a prompt");
  const prompt = parts.prompts.get(name);
  if (!prompt || !mayUse(call.access, "prompts", name)) throw invalidParams(`Unknown prompt: ${name}`);
  const values = checkArguments(prompt, given);
  const run = (): unknown => prompt.handler(values, new CallScope(parts, call));
  return andThen(runHandler(parts, call, run), (returned) => toPromptResult(prompt, returned, call.revision));
}

function checkArguments(prompt: PromptEntry, given: unknown): Readonly<Record<string, string>> {
  if (!isObject(given)) throw invalidParams("arguments must be an object");
  const found: Problem[] = [
    ...Object.entries(given).flatMap(([path, value]) => {
      if (!Object.hasOwn(prompt.arguments, path))
        return [{ path, message: "is not an argument of this prompt" }];
      return typeof value === "string" ? [] : [{ path, message: "must be a string" }];
    }),
    ...Object.entries(prompt.arguments).flatMap(([path, { required }]) =>
      required === true && !Object.hasOwn(given, path) ? [{ path, message: "is required" }] : [],
    ),
  ];
  if (found.length > 0) {
    const problems = firstProblems(found, (problem) => problem).map(({ path, message }) =>
      `${path} ${message}`.trim(),
    );
    throw invalidParams(`Invalid arguments for ${prompt.name}: ${problems.join("; ")}`, { problems });
  }
  // Every value was found to be a string.
  return given as Readonly<Record<string, string>>;
}

function toPromptResult(prompt: PromptEntry, returned: unknown, revision: Revision): Outcome {
  const whole: JsonObject = isObject(returned) && Array.isArray(returned.messages) ? returned : {};
  const given: readonly unknown[] = Array.isArray(whole.messages)
    ? whole.messages
    : toMessages(prompt, returned);
  const messages = given.map((message) => {
    if (!isMessage(message)) throw notMessages(prompt);
    return { ...message, content: contentTo([message.content], revision)[0] };
  });
  return { description: prompt.listing.description, ...whole, messages };
}

function toMessages(prompt: PromptEntry, returned: unknown): readonly unknown[] {
  if (typeof returned === "string" || isContentBlock(returned)) return [user(returned)];
  if (Array.isArray(returned)) return returned;
  throw notMessages(prompt);
}

const isMessage = (value: unknown): value is PromptMessage =>
  isObject(value) && (value.role === "user" || value.role === "assistant") && isContentBlock(value.content);

const notMessages = (prompt: PromptEntry): BeckonError =>
  new BeckonError("invalid-result", `The prompt ${prompt.name} returned neither text, content nor messages.`);
