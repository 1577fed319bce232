// Tools, a prompt and a resource that ask with forms, the client's model and its roots.

import { type CallContext, field, form, type Server } from "beckon";
import * as z from "zod";

/** One field of every shape that MCP has. */
export const SHAPES = {
  name: { type: "string", title: "Name", description: "As on the card", minLength: 1 },
  weight: { type: "number", minimum: 0 },
  age: { type: "integer", minimum: 0, maximum: 150 },
  member: { type: "boolean" },
  size: { type: "string", enum: ["s", "m", "l"] },
  seat: {
    type: "string",
    oneOf: [
      { const: "in", title: "Inside" },
      { const: "out", title: "Terrace" },
    ],
  },
  extras: { type: "array", items: { type: "string", enum: ["window", "quiet", "high chair"] }, maxItems: 2 },
  dishes: {
    type: "array",
    items: {
      anyOf: [
        { const: "soup", title: "Soup of the day" },
        { const: "fish", title: "Fish from the lake" },
      ],
    },
    minItems: 1,
  },
  drink: { type: "string", enum: ["tea", "wine"], enumNames: ["Green tea", "White wine"] },
} as const;

const REGISTRATION = {
  type: "object",
  properties: SHAPES,
  required: ["name", "dishes"],
} as const;

/** A default in every field, and some of them falsy. */
const REVIEW = form("Is this right?", {
  name: field.string({ default: "Ann" }),
  note: field.string({ default: "" }),
  age: field.integer({ default: 30 }),
  score: field.number({ default: 95.5 }),
  smoker: field.boolean({ default: false }),
  seat: field.choice({ options: { in: "Inside", out: "Terrace" }, default: "out" }),
  extras: field.choices({ options: ["window", "quiet"], default: ["quiet"] }),
});

export function addFormTools(server: Server): void {
  /** How often the steps of each run were really done. */
  const stepsDone = new Map<string, number>();
  const countStep = (runId: string): number => {
    const done = (stepsDone.get(runId) ?? 0) + 1;
    stepsDone.set(runId, done);
    return done;
  };
  server.tool("register", { description: "Asks with every shape of field" }, async (_, ctx) =>
    JSON.stringify(await ctx.elicit("Please register.", REGISTRATION)),
  );
  server.tool("review", { description: "Asks with defaults" }, async (_, ctx) =>
    JSON.stringify(await ctx.elicit(REVIEW)),
  );
  server.tool("confirm", { description: "Asks for a yes" }, async (_, ctx) =>
    String(await ctx.confirm("Really?")),
  );
  server.tool("can", { description: "Tells what the client can do" }, (_, ctx) => ({
    form: ctx.client.can("form"),
    url: ctx.client.can("url"),
    sampling: ctx.client.can("sampling"),
    roots: ctx.client.can("roots"),
  }));
  server.tool(
    "survey",
    {
      description: "Asks one question after the other",
      input: z.object({ questions: z.number() }),
    },
    async ({ questions }, ctx) => {
      const answers: string[] = [];
      let steps = 0;
      for (let number = 1; number <= questions; number += 1) {
        const asked = form(`Question ${number}?`, { text: field.string() });
        const answer = await ctx.elicit(asked);
        answers.push(answer.action === "accept" ? answer.content.text : answer.action);
        steps = await ctx.step(`count ${number}`, () => countStep(ctx.run.id));
      }
      return `${answers.join(", ")}; ${steps} steps`;
    },
  );
  server.tool("several", { description: "Asks for four things at once" }, async (_, ctx) =>
    JSON.stringify(await Promise.all([askCity(ctx), askDay(ctx), ctx.sample(GREETING), ctx.roots()])),
  );
  server.tool("sample", { description: "Asks the client's model" }, async (_, ctx) =>
    JSON.stringify(await ctx.sample(GREETING)),
  );
  server.tool("roots", { description: "Asks for the client's roots" }, async (_, ctx) =>
    JSON.stringify(await ctx.roots()),
  );
  server.tool("ask_later", { description: "Asks after the handler returned" }, (_, ctx) =>
    ctx.later(async () => JSON.stringify(await askCity(ctx))),
  );
  server.prompt("journey", { description: "Asks for what it is about" }, async (_, ctx) =>
    JSON.stringify(await askCity(ctx)),
  );
  server.resource("diary", { uri: "app:///diary" }, async (_, ctx) => JSON.stringify(await askDay(ctx)));
}

const GREETING = {
  messages: [{ role: "user", content: { type: "text", text: "Say hello." } }],
  maxTokens: 50,
} as const;

const askCity = (ctx: CallContext): Promise<unknown> =>
  ctx.elicit(form("Where to?", { city: field.string() }));

const askDay = (ctx: CallContext): Promise<unknown> =>
  ctx.elicit(form("When?", { day: field.string({ format: "date" }) }));
