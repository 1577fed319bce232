// Refunds that a manager approves: the question never goes to the caller's client, but to a small inbox of our own.

import { type Answer, allow, createServer, defineResponder, type Elicitation, field, form } from "beckon";
import { listen } from "beckon/node";
import * as z from "zod";

/** What waits for a manager, and how to answer it. */
const inbox = new Map<string, { elicitation: Elicitation; answer: (answer: Answer) => void }>();

/** Puts the question into the inbox and waits there; asked again with the same id it is the same question. */
const managers = defineResponder(["form"], (elicitation, { signal }) => {
  // Not for us: somebody else, or nobody, answers it.
  if (elicitation.audience !== "managers") return Promise.resolve(undefined);
  return new Promise((answer) => {
    inbox.set(elicitation.id, { elicitation, answer });
    signal.addEventListener("abort", () => inbox.delete(elicitation.id));
  });
});

const server = createServer({
  name: "shop",
  version: "1.0.0",
  responder: managers,
  // Who calls: without a principal, nobody is found again who left a question open.
  connect: () => allow({ principal: { id: "support-desk" } }),
  asking: { holdMs: Number(process.env.HOLD_MS ?? 50_000) },
});

server.tool(
  "refund",
  { description: "Refund an order", input: z.object({ order: z.string(), amount: z.number() }) },
  async ({ order, amount }, ctx) => {
    const approval = await ctx.elicit(
      form(`Refund ${amount} for order ${order}?`, {
        approved: field.boolean({ title: "Approved" }),
        note: field.string({ title: "Note", optional: true, maxLength: 200 }),
      }),
      { audience: "managers" },
    );
    switch (approval.action) {
      case "accept":
        if (!approval.content.approved) return `Not refunded. ${approval.content.note ?? ""}`.trim();
        return await ctx.step("pay", () => `Refunded ${amount} for order ${order}.`);
      case "unavailable":
        return approval.reason === "waiting"
          ? "No manager has answered yet. Call again with the same arguments to hear the answer."
          : "There is no manager to ask.";
      default:
        return `Not refunded: ${approval.action}.`;
    }
  },
);

const { url } = await listen(server, {
  port: Number(process.env.PORT ?? 3000),
  routes: {
    // GET lists what waits; POST /inbox?id=...&approved=yes answers. Put your own sign-in in front of it.
    "/inbox": (request, response) => {
      const query = new URL(request.url ?? "", "http://inbox").searchParams;
      if (request.method !== "POST") {
        const waiting = [...inbox.values()].map(({ elicitation: { id, message } }) => ({ id, message }));
        return void response.end(JSON.stringify(waiting));
      }
      const id = query.get("id") ?? "";
      const found = inbox.get(id);
      inbox.delete(id);
      found?.answer({
        action: "accept",
        content: { approved: query.get("approved") === "yes" },
        by: "the manager on duty",
      });
      response.writeHead(found ? 204 : 404).end();
    },
  },
});
console.log(url);
