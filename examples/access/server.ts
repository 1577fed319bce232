// A ledger behind bearer tokens: who you are decides which tools there are.

import { allow, createServer, type Principal, unauthorized } from "beckon";
import { listen } from "beckon/node";
import * as z from "zod";

/** Stands for your own table of tokens; `bearerJwt` verifies JWTs, see docs/guides/access-and-auth.md. */
const people: Record<string, { principal: Principal; tools: readonly string[] }> = {
  "token-of-rita": { principal: { id: "rita", name: "Rita" }, tools: ["balance"] },
  "token-of-wim": { principal: { id: "wim", name: "Wim" }, tools: ["balance", "book"] },
};

let balance = 100;

const server = createServer({
  name: "ledger",
  version: "1.0.0",
  connect: ({ headers }) => {
    const token = /^Bearer (.+)$/.exec(String(headers.authorization))?.[1];
    if (token === undefined) return unauthorized({ realm: "ledger" });
    const person = Object.hasOwn(people, token) ? people[token] : undefined;
    return person ? allow(person) : unauthorized({ realm: "ledger", error: "invalid_token" });
  },
});

server.tool("balance", { description: "What is in the till" }, () => String(balance));

server.tool(
  "book",
  { description: "Put money in, or take it out", input: z.object({ amount: z.int() }) },
  ({ amount }, ctx) => {
    balance += amount;
    return `${ctx.principal?.name} booked ${amount}; the till holds ${balance}.`;
  },
);

const { url } = await listen(server, { port: Number(process.env.PORT ?? 3000) });
console.log(url);
