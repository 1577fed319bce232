// The tool `elicit`: a model asks the person it works for.

import { elicitTool } from "../../agent/elicit-tool.js";
import { parseSpec, parseSpecBeside } from "../../agent/parse-spec.js";
import type { ElicitSpec } from "../../agent/spec.js";
import { type Told, tellModel } from "../../agent/tell-model.js";
import { BeckonError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import type { StandardSchema } from "../../core/standard-schema.js";
import type { ToolResult } from "../../protocol/content.js";
import type { CallContext } from "../../server/context.js";
import { isForClients } from "../questions/questions.js";
import { fillTemplate } from "../questions/templates.js";
import { askClient } from "./ask-client.js";
import { askerOf } from "./asker-of.js";
import { offerToClient } from "./offer-to-client.js";
import { type ToolParts, whereAnswered } from "./tool-parts.js";
import { reply, sayError } from "./tool-reply.js";
import { withSigns } from "./with-signs.js";

const { type: _type, properties, required: _required, ...rest } = elicitTool.inputSchema;

/** The input of the agent's own tool, and what only a server with templates and a memory can offer. */
const elicitInput: JsonObject & { readonly type: "object" } = {
  ...rest,
  type: "object",
  properties: {
    ...(properties as JsonObject),
    template: {
      type: "string",
      description:
        "The name of a question that the operator prepared. Then give variables, and no type or prompt.",
    },
    variables: { type: "object", description: "What to put into the template." },
    key: {
      type: "string",
      description: "A name for this question, if you may have to call again: the same key never asks twice.",
    },
  },
};

/**
 * The same for a server that holds no call against it: who reads the spec names every problem, with what to write
 * instead.
 */
export const elicitInputSchema: StandardSchema<JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "beckon",
    // Arguments are an object before any tool is asked.
    validate: (value) => ({ value: value as JsonObject }),
    jsonSchema: { input: () => elicitInput, output: () => elicitInput },
  },
};

/** Asks, waits, and says what came of it. */
export async function serveElicit(
  parts: ToolParts,
  input: JsonObject,
  ctx: CallContext,
): Promise<ToolResult> {
  const { template, variables, key, ...given } = input;
  let spec: ElicitSpec;
  try {
    requireKey(key);
    spec = readSpec(parts, template, variables, given);
  } catch (error) {
    return sayError(error);
  }
  const isForClient = parts.askClient && isForClients(spec) && ctx.client.can("form");
  // What is asked once for all, and what is waited for only so long, outlives its call: the inbox has it too.
  const isKept = key !== undefined || spec.waitSeconds !== undefined;
  const byClient = isForClient && !isKept ? await askClient(parts, spec, ctx) : undefined;
  return (
    byClient ??
    askInbox(parts, spec, ctx, {
      key: typeof key === "string" ? key : undefined,
      isOffered: isForClient && isKept && canBeStopped(spec, ctx),
    })
  );
}

/** In the modern era the call is over while the client shows its question: nothing can end it when patience does. */
const canBeStopped = (spec: ElicitSpec, { era }: CallContext): boolean =>
  era === "legacy" || spec.waitSeconds === undefined;

/** How the inbox is asked. */
interface InboxAsking {
  readonly key: string | undefined;
  /** True when the client is asked to show it as well. */
  readonly isOffered: boolean;
}

function readSpec(
  { templates }: ToolParts,
  template: unknown,
  variables: unknown,
  given: JsonObject,
): ElicitSpec {
  if (template === undefined && variables === undefined)
    return parseSpecBeside(["template", "variables", "key"], given);
  if (typeof template !== "string")
    throw new BeckonError(
      "invalid-arguments",
      "variables are only for a template. Give its name, a text, as template.",
    );
  const { timeout_seconds, wait_seconds, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new BeckonError("invalid-arguments", `${other} is set by the template ${template}. Leave it out.`);
  const filled = fillTemplate(templates, template, variables);
  // What is left is read as it is in every spec.
  const { timeoutSeconds, waitSeconds } = parseSpec({
    type: "text",
    prompt: "?",
    ...(timeout_seconds !== undefined && { timeout_seconds }),
    ...(wait_seconds !== undefined && { wait_seconds }),
  });
  return {
    ...filled,
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(waitSeconds !== undefined && { waitSeconds }),
  };
}

async function askInbox(
  parts: ToolParts,
  spec: ElicitSpec,
  ctx: CallContext,
  { key, isOffered }: InboxAsking,
): Promise<ToolResult> {
  const { questions } = parts;
  const { waitSeconds = parts.waitSeconds, ...question } = spec;
  const asker = askerOf(parts, ctx);
  const { principalId } = asker;
  // Recorded: when another process goes on with this call, it waits for the same question.
  const asking = await ctx.step("ask", async () => {
    try {
      return await questions.ask({ spec: question, asker, key });
    } catch (error) {
      if (error instanceof BeckonError && error.code === "invalid-arguments")
        return { refused: error.message };
      throw error;
    }
  });
  if ("refused" in asking) return sayError(new BeckonError("invalid-arguments", asking.refused));
  if (asking.id === undefined) {
    const told: Told = { action: "unavailable", reason: "limited", retryAfterMs: asking.retryAfterMs };
    return reply(tellModel(spec, told), { told });
  }
  const { id, isNew } = asking;
  // Nobody is shown twice what somebody else has open already.
  const isSaid = isOffered && isNew && (await offerToClient(parts, spec, id, ctx));
  const sign = `Waiting for an answer ${await whereAnswered(parts, id)}`;
  const state = await withSigns(parts.clock, ctx, sign, () =>
    questions.answer(id, principalId, { waitMs: isSaid ? 0 : waitSeconds * 1000, signal: ctx.signal }),
  );
  if (state === undefined) return sayError(new BeckonError("unknown-name", "The question is forgotten."));
  return parts.tell(state);
}

function requireKey(key: unknown): void {
  if (key === undefined || (typeof key === "string" && key !== "" && key.length <= 200)) return;
  throw new BeckonError("invalid-arguments", "key must be a text of 1 to 200 characters.");
}
