// `prompts/get`: find, check the arguments, run, and turn what comes back into messages.

import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { isContentBlock } from "../../protocol/content.js";
import type { Revision } from "../../protocol/revisions.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import { contentTo } from "../../protocol/to-revision.js";
import { mayUse } from "../access/access.js";
import { type PromptEntry, type PromptMessage, user } from "../catalog/prompts.js";
import type { ServerParts } from "../parts.js";
import type { Call } from "./call.js";
import { Later, settleLater } from "./later.js";
import type { Outcome } from "./outcome.js";
import { CallScope } from "./scope.js";

export function getPrompt(parts: ServerParts, call: Call): MaybePromise<Outcome> {
  const { name, arguments: given = {} } = call.params;
  if (typeof name !== "string") throw invalidParams("prompts/get needs the name of a prompt");
  const prompt = parts.prompts.get(name);
  if (!prompt || !mayUse(call.access, "prompts", name)) throw invalidParams(`Unknown prompt: ${name}`);
  const values = checkArguments(prompt, given);
  const returned = prompt.handler(values, new CallScope(parts, call));
  const finish = (value: unknown): Outcome => toPromptResult(prompt, value, call.revision);
  return isPromise(returned) || returned instanceof Later
    ? settleLater(returned).then(finish)
    : finish(returned);
}

function checkArguments(prompt: PromptEntry, given: unknown): Readonly<Record<string, string>> {
  if (!isObject(given)) throw invalidParams("arguments must be an object");
  const problems = [
    ...Object.entries(given).flatMap(([key, value]) => {
      if (!Object.hasOwn(prompt.arguments, key)) return [`${key} is not an argument of this prompt`];
      return typeof value === "string" ? [] : [`${key} must be a string`];
    }),
    ...Object.entries(prompt.arguments).flatMap(([key, { required }]) =>
      required === true && !Object.hasOwn(given, key) ? [`${key} is required`] : [],
    ),
  ];
  if (problems.length > 0)
    throw invalidParams(`Invalid arguments for ${prompt.name}: ${problems.join("; ")}`, { problems });
  // Every value was found to be a string.
  return given as Readonly<Record<string, string>>;
}

function toPromptResult(prompt: PromptEntry, returned: unknown, revision: Revision): Outcome {
  const whole =
    isObject(returned) && Array.isArray(returned.messages)
      ? returned
      : { messages: toMessages(prompt, returned) };
  const messages = (whole.messages as PromptMessage[]).map((message) => {
    if (!isMessage(message)) throw notMessages(prompt);
    return { ...message, content: contentTo([message.content], revision)[0] };
  });
  return { description: prompt.listing.description, ...whole, messages };
}

function toMessages(prompt: PromptEntry, returned: unknown): readonly PromptMessage[] {
  if (typeof returned === "string" || isContentBlock(returned)) return [user(returned)];
  if (Array.isArray(returned)) return returned as PromptMessage[];
  throw notMessages(prompt);
}

const isMessage = (value: unknown): value is PromptMessage =>
  isObject(value) && (value.role === "user" || value.role === "assistant") && isContentBlock(value.content);

const notMessages = (prompt: PromptEntry): BeckonError =>
  new BeckonError("invalid-result", `The prompt ${prompt.name} returned neither text, content nor messages.`);
