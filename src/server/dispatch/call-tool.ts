// `tools/call`: find, check, run, and turn what comes back into a result.

import { isObject, type JsonObject } from "../../core/json.js";
import { Late } from "../../core/late.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { type Problem, problemLine } from "../../core/problem.js";
import { missingCapabilities } from "../../protocol/capabilities.js";
import { type ToolResult, toolError } from "../../protocol/content.js";
import { paramHeaderProblem } from "../../protocol/param-headers.js";
import { headerMismatch, invalidParams, missingClientCapability } from "../../protocol/rpc-error.js";
import { toolResultTo } from "../../protocol/to-revision.js";
import { mayUse } from "../access/access.js";
import type { Call } from "../call/call.js";
import { toToolFailure } from "../call/failure.js";
import { Later } from "../call/later.js";
import type { Outcome } from "../call/outcome.js";
import type { ToolEntry } from "../catalog/tools.js";
import type { ServerParts } from "../parts.js";
import { CallScope } from "./call-scope.js";
import { runHandler } from "./run-handler.js";
import { toToolResult } from "./tool-result.js";

const NO_ARGUMENTS: JsonObject = Object.freeze({});

export function callTool(parts: ServerParts, call: Call): MaybePromise<Outcome> {
  const { name, arguments: given = NO_ARGUMENTS } = call.params;
  if (typeof name !== "string") throw invalidParams("tools/call needs the name of a tool");
  const tool = parts.tools.get(name);
  if (!tool || !mayUse(call.access, "tools", name)) throw invalidParams(`Unknown tool: ${name}`);
  if (!isObject(given)) throw invalidParams("arguments must be an object");
  checkHeaders(tool, call, given);
  checkRequirements(tool, call);
  return andThen(tool.input.check(given), (checked) =>
    checked.problems
      ? complain(`Invalid arguments for ${name}`, checked.problems)
      : runTool(parts, call, tool, checked.value),
  );
}

function checkHeaders(tool: ToolEntry, call: Call, args: JsonObject): void {
  if (tool.paramHeaders.length === 0 || call.transport !== "http" || call.revision.era === "legacy") return;
  const problem = paramHeaderProblem(tool.paramHeaders, call.headers, args);
  if (problem !== undefined) throw headerMismatch(problem);
}

function checkRequirements(tool: ToolEntry, call: Call): void {
  if (tool.requires === undefined) return;
  const missing = missingCapabilities(tool.requires, call.client.capabilities);
  if (missing) throw missingClientCapability(missing);
}

function runTool(parts: ServerParts, call: Call, tool: ToolEntry, input: unknown): MaybePromise<Outcome> {
  try {
    const context = new CallScope(parts, call);
    const returned =
      tool.timeoutMs === undefined
        ? tool.handler(input, context)
        : runHandler(parts, call, () => tool.handler(input, context), tool.timeoutMs);
    if (returned instanceof Later) return new ToolOutcome(parts, call, tool, returned.result());
    if (isPromise(returned)) return new ToolOutcome(parts, call, tool, returned);
    const done = toOutcome(call, tool, returned);
    return isPromise(done) ? done.catch((error) => toToolFailure(parts, call, error)) : done;
  } catch (error) {
    return toToolFailure(parts, call, error);
  }
}

const toOutcome = (call: Call, tool: ToolEntry, returned: unknown): MaybePromise<Outcome> =>
  andThen(toToolResult(tool, returned), (result) => toolResultTo(result, call.revision));

/** What comes of a tool whose handler takes its time. */
class ToolOutcome extends Late<Outcome> {
  readonly #parts: ServerParts;
  readonly #call: Call;
  readonly #tool: ToolEntry;

  constructor(parts: ServerParts, call: Call, tool: ToolEntry, promised: Promise<unknown>) {
    super();
    this.#parts = parts;
    this.#call = call;
    this.#tool = tool;
    this.#await(promised);
  }

  #await(promised: Promise<unknown>): void {
    promised.then(
      (given) => this.#take(given),
      (error: unknown) => this.#fail(error),
    );
  }

  #take(given: unknown): void {
    if (given instanceof Later) return this.#await(given.result());
    let done: MaybePromise<Outcome>;
    try {
      done = toOutcome(this.#call, this.#tool, given);
    } catch (error) {
      return this.#fail(error);
    }
    if (!isPromise(done)) return this.resolve(done);
    done.then(
      (outcome) => this.resolve(outcome),
      (error: unknown) => this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    let told: Outcome;
    try {
      told = toToolFailure(this.#parts, this.#call, error);
    } catch (thrown) {
      return this.reject(thrown);
    }
    this.resolve(told);
  }
}

const complain = (opening: string, problems: readonly Problem[]): ToolResult =>
  toolError([`${opening}:`, ...problems.map((problem) => `- ${problemLine(problem)}`)].join("\n"));
