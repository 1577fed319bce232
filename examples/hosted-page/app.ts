// A deployment that one person has to approve, on a page that only they can open.

import { createBroker } from "beckon/broker";
import { createMemoryEngine } from "beckon/engines/memory";
import { createPages } from "beckon/web";
import { Hono } from "hono";

/** Stands for your own sign-in: whom the cookie of a browser belongs to. */
const people: Record<string, { id: string; name: string }> = {
  "cookie-of-ada": { id: "ada", name: "Ada Lovelace" },
  "cookie-of-wim": { id: "wim", name: "Wim Duisenberg" },
};

const broker = createBroker({ engine: createMemoryEngine() });

const pages = createPages({
  broker,
  baseUrl: "https://ops.example.com",
  keys: ["thirty-two bytes that only you know"],
  serverName: "Ops",
  identify: (request) => people[/session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? ""],
});

/** Asks Ada; gives the link to send her, and what she says. */
export async function askForApproval(version: string) {
  const creation = await broker.create({
    message: `Deploy ${version} to production?`,
    audience: "ada",
    asker: {
      server: "ops",
      method: "tools/call",
      target: "deploy",
      client: "nightly job",
      principalId: "ada",
      runId: version,
    },
    timeoutMs: 60 * 60 * 1000,
  });
  if (!creation.ok) throw new Error(`Try again in ${creation.retryAfterMs} ms.`);
  const { id } = creation.elicitation;
  return { link: pages.href(id), answer: broker.wait(id) };
}

export const app = new Hono();
app.all("/asked/*", async (c) => (await pages.fetch(c.req.raw)) ?? c.notFound());
