// The tool `elicit`: a model asks the person it works for.

import { elicitTool } from "../../agent/elicit-tool.js";
import { parseSpec, parseSpecBeside } from "../../agent/parse-spec.js";
import type { ElicitSpec } from "../../agent/spec.js";
import { specToForm } from "../../agent/spec-to-form.js";
import { type Told, tellModel } from "../../agent/tell-model.js";
import { BeckonError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import type { ToolResult } from "../../protocol/content.js";
import type { CallContext } from "../../server/context.js";
import { isForClients } from "../questions/questions.js";
import { fillTemplate } from "../questions/templates.js";
import { type ToolParts, whereAnswered } from "./tool-parts.js";
import { principalOf, reply, sayError } from "./tool-reply.js";
import { withSigns } from "./with-signs.js";

const { type: _type, properties, required: _required, ...rest } = elicitTool.inputSchema;

/** The input of the agent's own tool, and what only a server with templates and a memory can offer. */
export const elicitInput: JsonObject & { readonly type: "object" } = {
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
  if (parts.askClient && isForClients(spec) && ctx.client.can("form")) return askClient(spec, ctx);
  return askInbox(parts, spec, typeof key === "string" ? key : undefined, ctx);
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
      "variables are only for a template. Give its name as template.",
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

/** The client shows it, in the way of its era; the answer is part of the call. */
async function askClient(spec: ElicitSpec, ctx: CallContext): Promise<ToolResult> {
  const { message, schema } = specToForm(spec);
  const timeoutMs = spec.timeoutSeconds === undefined ? {} : { timeoutMs: spec.timeoutSeconds * 1000 };
  const told: Told = await ctx.elicit(
    { message, requestedSchema: schema },
    { key: "question", ...timeoutMs },
  );
  return reply(tellModel(spec, told), { told });
}

async function askInbox(
  parts: ToolParts,
  spec: ElicitSpec,
  key: string | undefined,
  ctx: CallContext,
): Promise<ToolResult> {
  const { questions } = parts;
  const { id: principalId, name } = principalOf(ctx);
  const { waitSeconds = parts.waitSeconds, ...question } = spec;
  const asker = {
    server: ctx.client.name ?? name,
    // The name is the client's own word; what the operator knows it by is its token.
    origin:
      ctx.sessionId === undefined && ctx.request.headers.authorization === undefined ? name : `token ${name}`,
    method: "tools/call",
    target: "elicit",
    client: [ctx.client.name ?? name, ctx.client.version].filter(Boolean).join(" "),
    principalId,
    // What one session asks belongs together; where there are none, each call is for itself.
    runId: ctx.sessionId === undefined ? ctx.run.id : parts.runOfSession(ctx.sessionId),
  };
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
  const { id } = asking;
  const sign = `Waiting for an answer ${await whereAnswered(parts, id)}`;
  const state = await withSigns(parts.clock, ctx, sign, () =>
    questions.answer(id, principalId, { waitMs: waitSeconds * 1000, signal: ctx.signal }),
  );
  if (state === undefined) return sayError(new BeckonError("unknown-name", "The question is forgotten."));
  return parts.tell(state);
}

function requireKey(key: unknown): void {
  if (key === undefined || (typeof key === "string" && key !== "" && key.length <= 200)) return;
  throw new BeckonError("invalid-arguments", "key must be a text of 1 to 200 characters.");
}
