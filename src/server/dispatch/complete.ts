// `completion/complete`: values for an argument of a prompt or a variable of a template.

import { BeckonError } from "../../core/errors.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import { mayUse } from "../access/access.js";
import type { Call } from "../call/call.js";
import type { Outcome } from "../call/outcome.js";
import { LookupScope } from "../call/scope.js";
import type { Completer, CompleterContext, Completions } from "../catalog/completer.js";
import type { ServerParts } from "../parts.js";

const MOST_VALUES = 100;

export async function complete(parts: ServerParts, call: Call): Promise<Outcome> {
  const { ref, argument, context } = call.params;
  if (!isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string") {
    throw invalidParams("completion/complete needs an argument with a name and a value");
  }
  const completer = findCompleter(parts, call, ref, argument.name);
  if (completer === undefined) return { completion: { values: [], total: 0, hasMore: false } };
  const others = isObject(context) ? readArguments(context.arguments) : {};
  const found = await completer(argument.value, new CompleterScope(parts, call, others));
  return { completion: toCompletion(found, argument.name) };
}

function findCompleter(
  parts: ServerParts,
  call: Call,
  ref: unknown,
  argument: string,
): Completer | undefined {
  const kind = isObject(ref) ? ref.type : undefined;
  if (isObject(ref) && kind === "ref/prompt" && typeof ref.name === "string") {
    const prompt = mayUse(call.access, "prompts", ref.name) ? parts.prompts.get(ref.name) : undefined;
    if (!prompt) throw invalidParams(`Unknown prompt: ${ref.name}`);
    return own(prompt.arguments, argument)?.complete;
  }
  if (isObject(ref) && kind === "ref/resource" && typeof ref.uri === "string") {
    const entry = parts.resourceIndex.byTemplate(ref.uri);
    if (!entry || !mayUse(call.access, "resources", entry.name))
      throw invalidParams(`Unknown resource template: ${ref.uri}`);
    return own(entry.completers, argument);
  }
  throw invalidParams("ref must name a prompt (ref/prompt) or a resource template (ref/resource)");
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function readArguments(given: unknown): Readonly<Record<string, string>> {
  if (!isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

class CompleterScope extends LookupScope implements CompleterContext {
  readonly arguments: Readonly<Record<string, string>>;

  constructor(parts: ServerParts, call: Call, others: Readonly<Record<string, string>>) {
    super(parts, call);
    this.arguments = others;
  }
}

function toCompletion(found: Completions, argument: string): JsonObject {
  // `Array.isArray` does not tell readonly arrays apart, so the other member is named by hand.
  const said: { readonly values: unknown; readonly total?: number; readonly hasMore?: boolean } =
    Array.isArray(found) ? { values: found } : (found as Exclude<Completions, readonly string[]>);
  const { values, total, hasMore } = said;
  if (!Array.isArray(values) || values.some((value) => typeof value !== "string")) {
    throw new BeckonError(
      "invalid-result",
      `The completer of ${argument} returned something else than strings.`,
    );
  }
  const known = Array.isArray(found) ? values.length : total;
  const shown = values.slice(0, MOST_VALUES);
  return {
    values: shown,
    total: known,
    hasMore: hasMore ?? Math.max(known ?? 0, values.length) > shown.length,
  };
}
