// Asks something.

import { randomUUID } from "node:crypto";
import type { Creation } from "../../../broker/broker.js";
import type { TemplateUse } from "../../../broker/template.js";
import type { FormSchema } from "../../../core/elicitation/form-schema.js";
import { BeckonError } from "../../../core/errors.js";
import type { MaybePromise } from "../../../core/maybe-promise.js";
import { ApiError } from "../api-error.js";
import type { ApiParts } from "../api-parts.js";
import { findAskedProblems, within } from "../asked-problems.js";
import type { Caller } from "../caller.js";
import { keyOf } from "../idempotency-key.js";
import { requireCreated } from "../require-created.js";
import { defineRoute, type Route } from "../route.js";
import { sendJson } from "../send.js";
import type { ReadOf } from "../shape/shape.js";
import { anyObject, anything, list, object, optional, text, whole, word } from "../shape/shapes.js";
import { showOne } from "../show.js";

const HUNDRED_YEARS_MS = 100 * 365 * 24 * 60 * 60 * 1_000;

const body = object({
  message: optional(text("What the person is told.", { max: 65_536 })),
  schema: optional(anyObject({ $ref: "#/components/schemas/FormSchema" })),
  mode: optional(word("How it is shown; `terminal` only in a terminal.", ["inline", "url", "terminal"])),
  url: optional(text("Where to go, in the mode `url`.", { max: 8_192 })),
  audience: optional(text("Who may answer; anybody who may answer at all, if absent.")),
  tags: optional(list("To find it by.", text("A tag."), 64)),
  timeoutMs: optional(whole("After how long it expires.", { min: 1, max: HUNDRED_YEARS_MS })),
  key: optional(text("Creating again with the same key gives the first one.")),
  group: optional(text("Elicitations of one round have the same.")),
  spec: optional(anything({ description: "The spec of an agent, in place of message and schema." })),
  template: optional(text("The name of a template, in place of message and schema.")),
  variables: optional(anything({ description: "What the template is filled with." })),
  asker: optional(
    object({
      server: optional(text("How the asker is called; the caller's own name, if absent.")),
      target: optional(text("What it is about, such as a tool or a script.")),
      runId: optional(text("What belongs together has the same.")),
    }),
  ),
});

export const createRoute: Route = defineRoute({
  method: "POST",
  path: "/elicitations",
  summary: "Ask something",
  scopes: ["ask"],
  body,
  responses: {
    201: { description: "It is asked.", schema: { $ref: "#/components/schemas/Elicitation" } },
    200: {
      description: "It was asked before, with the same key.",
      schema: { $ref: "#/components/schemas/Elicitation" },
    },
  },
  refuses: ["limited"],
  async run({ parts, caller, request, body: given }) {
    const key = keyOf(request, given.key);
    const use = { ...toUse(caller, given), ...(key !== undefined && { key }) };
    const { elicitation, created } = requireCreated(await ask(parts, given, use));
    return sendJson(await showOne(parts, caller, elicitation), created ? 201 : 200);
  },
});

type Given = ReadOf<typeof body>;

/** What is asked, said in one of three ways. */
async function ask({ broker, fromSpec }: ApiParts, given: Given, use: TemplateUse): Promise<Creation> {
  const { message, schema, mode, url, spec, template, variables } = given;
  if ([message, spec, template].filter((one) => one !== undefined).length !== 1)
    refuse(given, "Say what to ask: with a message, a spec, or a template, and only one of them.");
  const isPlain = schema === undefined && mode === undefined && url === undefined;
  if (message === undefined && !isPlain)
    refuse(given, "A spec or template says everything itself. Leave out schema, mode and url.");
  if (template !== undefined)
    return refusingIn("variables", () => broker.createFrom(template, variables, use));
  if (message !== undefined) {
    const asked = {
      message,
      // The broker looks at every member.
      ...(schema !== undefined && { schema: schema as unknown as FormSchema }),
      ...(mode !== undefined && { mode }),
      ...(url !== undefined && { url }),
    };
    try {
      return await broker.create({ ...asked, ...use }, { guarded: true });
    } catch (error) {
      if (error instanceof BeckonError && error.code === "invalid-arguments") refuse(given, error.message);
      throw error;
    }
  }
  if (fromSpec === undefined) throw new ApiError("invalid", "This server takes no specs. Send a message.");
  return refusingIn("spec", () => broker.create({ ...fromSpec(spec), ...use }, { guarded: true }));
}

/** Says the first thing that is wrong in a sentence, and lists all. */
function refuse(given: Given, detail: string): never {
  const problems = findAskedProblems(given);
  throw new ApiError("invalid", detail, problems.length > 0 ? { problems } : {});
}

/** What is wrong inside a member is told as being there. */
async function refusingIn(place: string, ask: () => MaybePromise<Creation>): Promise<Creation> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof BeckonError) || error.problems === undefined) throw error;
    throw new ApiError("invalid", error.message, { problems: within(place, error.problems) });
  }
}

/** Everything but what is asked. */
function toUse(caller: Caller, { asker, audience, tags, timeoutMs, group }: Given): TemplateUse {
  return {
    ...(audience !== undefined && { audience }),
    ...(tags !== undefined && { tags }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(group !== undefined && { group }),
    asker: {
      server: asker?.server ?? caller.name,
      // The name is the asker's own word; what the operator knows it by is its token.
      origin: `token ${caller.name}`,
      method: "api",
      target: asker?.target,
      client: caller.name,
      principalId: caller.id,
      runId: asker?.runId ?? randomUUID(),
    },
  };
}
