// The real pages behind a real server: asked by url, answered over HTTP, given to the handler.

import { describe, expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { allow, createServer, field, form } from "../../src/index.js";
import { listen } from "../../src/node/index.js";
import { createMemoryVault } from "../../src/secrets/index.js";
import { createPages } from "../../src/web/index.js";
import { answerIn, ask, callBody, nextMessage, settle, textOf } from "../server/asking/talk.js";
import { readEvents } from "../server/event-stream.js";
import { type Door, openSession } from "../server/speak.js";
import { freePort } from "./free-port.js";
import { createVisitor, formPairs, identifyByCookie } from "./stage.js";

const SECRET = "hunter2-and-more";
const CAPABILITIES = { elicitation: { url: {} } };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function start() {
  const port = await freePort();
  const engine = createMemoryEngine();
  const broker = createBroker({ engine, limits: false, logger: quiet });
  const pages = createPages({
    broker,
    baseUrl: `http://127.0.0.1:${port}`,
    identify: identifyByCookie,
    logger: quiet,
  });
  const vault = createMemoryVault();
  const server = createServer({
    name: "shop",
    version: "1.0.0",
    engine,
    pages,
    vault,
    logger: quiet,
    connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"] ?? "ada") } }),
  });
  server.tool("order", {}, async (_input, ctx) => {
    const card = await ctx.secret("card token", { remember: true });
    if (card.action !== "accept") return card.action;
    const list = await ctx.elicit(
      form("What shall I order?", {
        count: field.integer({ title: "How many", minimum: 1 }),
        picture: field.file({ title: "Picture", accept: ["text/plain"] }),
      }),
    );
    if (list.action !== "accept") return list.action;
    const { count, picture } = list.content;
    const isPaid = card.content.reveal() === SECRET;
    return `${count} of ${picture.name}: ${await picture.text()}, ${isPaid ? "paid" : "unpaid"} with ${card.content}`;
  });
  const listening = await listen(server, { port, keepSignals: true, graceMs: 0 });
  onTestFinished(async () => {
    await listening.close();
    await broker.close();
    await engine.close();
  });
  const door: Door = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const visitor = (name?: string) => createVisitor((request) => fetch(request, { redirect: "manual" }), name);
  return { door, visitor, vault, engine };
}

/** Fills in the page that is asked about, as its own form would. */
async function fillIn(ada: ReturnType<typeof createVisitor>, url: string, message: string): Promise<number> {
  const page = await ada.open(url);
  expect(page.text).toContain(message);
  const pairs: [string, string][] = [
    ...formPairs(page.text, { f0: message.includes("card") ? SECRET : "3" }),
    ["action", "accept"],
  ];
  if (message.includes("card")) return (await ada.post(url, pairs)).status;
  const body = new FormData();
  for (const [name, value] of pairs) body.append(name, value);
  body.append("f1", new File(["tea"], "list.txt", { type: "text/plain" }));
  const headers = { origin: new URL(url).origin };
  return (await ada.send(url, { method: "POST", body, headers })).status;
}

const DONE = "3 of list.txt: tea, paid with [secret]";

describe("a server with real pages", () => {
  it("asks for a secret, a form and a file in the modern era", async () => {
    const { door, visitor, vault, engine } = await start();
    const ada = visitor("ada");
    let round = await ask(door, "order", { capabilities: CAPABILITIES });
    for (let left = 5; round.isAsking && left > 0; left -= 1) {
      const { url, message } = round.questions[round.key]?.params ?? {};
      expect(await fillIn(ada, String(url), String(message))).toBe(303);
      const answers = { [round.key]: { action: "accept" } };
      round = await ask(door, "order", { capabilities: CAPABILITIES, state: round.state, answers });
    }
    expect(round.text).toBe(DONE);
    expect(await vault.get("ada", "card token")).toBe(SECRET);
    expect(await engine.records.list("secret:", undefined, 10)).toEqual([]);
  });

  it("asks for a secret, a form and a file in the legacy era", async () => {
    const { door, visitor } = await start();
    const ada = visitor("ada");
    const session = await openSession(door, { capabilities: CAPABILITIES });
    const stream = readEvents(await session.post(callBody("order")));
    let text = "";
    for (let message = await nextMessage(stream); message; message = await nextMessage(stream)) {
      if (message.method === "elicitation/create") {
        await answerIn(session, message, { action: "accept" });
        expect(await fillIn(ada, String(message.params?.url), String(message.params?.message))).toBe(303);
      } else if (message.result) text = textOf(message.result);
    }
    expect(text).toBe(DONE);
  });

  it("shows a page to nobody but the person asked", async () => {
    const { door, visitor } = await start();
    const round = await ask(door, "order", { capabilities: CAPABILITIES });
    const url = String(round.questions[round.key]?.params.url);
    for (const name of ["eve", undefined]) {
      const page = await visitor(name).open(url);
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.text).not.toContain("card token");
    }
  });

  it("takes the page down when the client says no", async () => {
    const { door, visitor } = await start();
    const round = await ask(door, "order", { capabilities: CAPABILITIES });
    const url = String(round.questions[round.key]?.params.url);
    const answers = { [round.key]: { action: "decline" } };
    const done = await ask(door, "order", { capabilities: CAPABILITIES, state: round.state, answers });
    expect(done.text).toBe("decline");
    await settle();
    const page = await visitor("ada").open(url);
    expect(page.text).not.toContain('name="f0"');
  });
});
