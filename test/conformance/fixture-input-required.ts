// Tools and a prompt for the scenarios of the modern era that end a round with `input_required`.

import { type CallContext, field, form, type Server } from "beckon";

const NAME = "test_input_required_result";

export function addInputRequired(server: Server): void {
  server.tool(`${NAME}_elicitation`, { description: "Asks for a name" }, async (_, ctx) =>
    JSON.stringify(await askName(ctx, "user_name")),
  );
  server.tool(`${NAME}_sampling`, { description: "Asks the client's model" }, async (_, ctx) =>
    JSON.stringify(await askCapital(ctx)),
  );
  server.tool(`${NAME}_list_roots`, { description: "Asks for the client's roots" }, async (_, ctx) =>
    JSON.stringify(await ctx.roots({ key: "client_roots" })),
  );
  server.tool(`${NAME}_request_state`, { description: "Goes on from its state" }, async (_, ctx) => {
    await askOk(ctx);
    return ctx.run.round > 1 ? "state-ok" : "no state";
  });
  server.tool(`${NAME}_multiple_inputs`, { description: "Asks for three things at once" }, async (_, ctx) =>
    JSON.stringify(
      await Promise.all([askName(ctx, "user_name"), askCapital(ctx), ctx.roots({ key: "client_roots" })]),
    ),
  );
  server.tool(
    `${NAME}_multi_round`,
    { description: "Asks for one thing after the other" },
    async (_, ctx) => {
      const name = await askName(ctx, "step1");
      const color = await ctx.elicit(form("What is your favorite color?", { color: field.string() }), {
        key: "step2",
      });
      return JSON.stringify([name, color]);
    },
  );
  server.tool(`${NAME}_tampered_state`, { description: "Has a state to tamper with" }, async (_, ctx) =>
    JSON.stringify(await askOk(ctx)),
  );
  server.tool(`${NAME}_capabilities`, { description: "Asks for what the client can do" }, async (_, ctx) =>
    JSON.stringify(
      await Promise.all([
        ctx.client.can("form") ? askName(ctx, "user_name") : undefined,
        ctx.client.can("sampling") ? askCapital(ctx) : undefined,
        ctx.client.can("roots") ? ctx.roots({ key: "client_roots" }) : undefined,
      ]),
    ),
  );
  server.prompt(`${NAME}_prompt`, { description: "A prompt that asks for its context" }, async (_, ctx) => {
    const answer = await ctx.elicit(
      form("What context should the prompt use?", { context: field.string() }),
      { key: "user_context" },
    );
    return answer.action === "accept" ? `Use this context: ${answer.content.context}` : "Use no context.";
  });
}

const askName = (ctx: CallContext, key: string): Promise<unknown> =>
  ctx.elicit(form("What is your name?", { name: field.string() }), { key });

const askOk = (ctx: CallContext): Promise<unknown> =>
  ctx.elicit(form("Please confirm", { ok: field.boolean() }), { key: "confirm" });

const askCapital = (ctx: CallContext): Promise<unknown> =>
  ctx.sample(
    {
      messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
      maxTokens: 100,
    },
    { key: "capital_question" },
  );
