// Everything in one program: a deployment that somebody else approves on a page, with a token that is asked for once.
// Questions, secrets and webhooks are kept in a folder, so a restart loses nothing.

import { join } from "node:path";
import { allow, createServer, field, form, unauthorized } from "beckon";
import { createBroker } from "beckon/broker";
import { createSqliteEngine } from "beckon/engines/sqlite";
import { listen } from "beckon/node";
import { createFileVault } from "beckon/secrets";
import { createPages } from "beckon/web";
import { createWebhooks } from "beckon/webhooks";
import * as z from "zod";

const { DATA = ".", PUBLIC_URL = "", BECKON_KEY = "", WEBHOOK_URL = "", WEBHOOK_SECRET = "" } = process.env;
const keys = [BECKON_KEY];

/** Stands for your own sign-in: whom the token of a client, or the cookie of a browser, belongs to. */
const people: Record<string, { id: string; name: string }> = {
  "token-of-ada": { id: "ada", name: "Ada Lovelace" },
  "cookie-of-ada": { id: "ada", name: "Ada Lovelace" },
  "cookie-of-bob": { id: "bob", name: "Bob Kahn" },
};

// From the bottom up: where state lives, who keeps questions, where they are answered, where secrets are kept.
const engine = createSqliteEngine({ path: join(DATA, "state.db") });
const broker = createBroker({ engine, keys });
const pages = createPages({
  broker,
  baseUrl: PUBLIC_URL,
  keys,
  identify: (request) => people[/session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? ""],
});
const vault = await createFileVault({ path: join(DATA, "secrets.vault"), keys });
const webhooks = await createWebhooks({
  broker,
  engine,
  endpoints: [{ id: "ops", url: WEBHOOK_URL, secret: WEBHOOK_SECRET }],
  // The receiver is on this machine; leave this out for one on the internet.
  guard: { loopback: true },
});

const server = createServer({
  name: "deployer",
  version: "1.0.0",
  engine,
  keys,
  pages,
  vault,
  responder: broker.responder({ kept: true }),
  connect: ({ headers }) => {
    const person = people[/^Bearer (.+)$/.exec(String(headers.authorization))?.[1] ?? ""];
    return person === undefined ? unauthorized({ realm: "deployer" }) : allow({ principal: person });
  },
  // The proxy in front of it passes the public name on.
  http: { allowedHosts: [new URL(PUBLIC_URL).hostname] },
});

server.tool(
  "deploy",
  { description: "Deploys a version", input: z.object({ version: z.string() }) },
  async ({ version }, ctx) => {
    // Bob is not the caller: the question is kept by the broker, and he answers it on its page.
    const approval = await ctx.elicit(
      form(`Deploy ${version}?`, { region: field.choice({ title: "Region", options: ["eu", "us"] }) }),
      { key: "approval", audience: "bob" },
    );
    if (approval.action !== "accept") return `Not deployed: ${approval.action}.`;

    // Ada is the caller: her client opens the page, and never sees the token.
    const token = await ctx.secret("deploy token", { remember: true });
    if (token.action !== "accept") return `Not deployed: ${token.action}.`;

    const build = await ctx.step("deploy", () => deploy(version, token.content.reveal()));
    return `Deployed ${version} to ${approval.content.region} as ${build}, approved by ${approval.by}.`;
  },
);

/** Stands for your own deployment. */
async function deploy(version: string, token: string): Promise<string> {
  return `build-${version}-${token.length}`;
}

/** Stands for your own mail or chat: tells people who are not at a client what waits for them. */
async function tellPeople(signal: AbortSignal): Promise<void> {
  for await (const { status, version, elicitation } of broker.watch({ signal }))
    if (status === "pending" && version === 1 && elicitation?.audience === "bob")
      console.log(`To bob: ${elicitation.message} ${pages.href(elicitation.id)}`);
}

const stopping = new AbortController();
const telling = tellPeople(stopping.signal);
const { url, close } = await listen(server, { port: Number(process.env.PORT ?? 3000), keepSignals: true });
console.log(url);

// What was made last is closed first: the server while its broker still answers, the engine when nobody needs it.
process.once("SIGTERM", async () => {
  await close();
  stopping.abort();
  await telling;
  await webhooks.close();
  await broker.close();
  await vault.close();
  await engine.close();
});
