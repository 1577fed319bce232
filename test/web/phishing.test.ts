// The flow of the specification's phishing attack, with the attacker's own client: she has her victim open whatever that
// shows her, and try every text in it. What the victim does must not count for her.

import { describe, expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { allow, createServer, field, form } from "../../src/index.js";
import { listen } from "../../src/node/index.js";
import { createPages, type PagesOptions } from "../../src/web/index.js";
import { answerIn, ask, callIn } from "../server/asking/talk.js";
import { type Door, openSession } from "../server/speak.js";
import { freePort } from "./free-port.js";
import { createVisitor, formPairs, identifyByCookie, type Seen } from "./stage.js";

const URL_ONLY = { elicitation: { url: {} } };
const FILLED = "the victim's key";
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A server whose tool asks for a secret and a form; `said` is in what it says with the question. */
async function start(said = "", identify: PagesOptions["identify"] = identifyByCookie) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const engine = createMemoryEngine();
  const broker = createBroker({ engine, limits: false, logger: quiet });
  const pages = createPages({ broker, baseUrl: base, identify, logger: quiet });
  const server = createServer({
    name: "bank",
    version: "1.0.0",
    engine,
    pages,
    logger: quiet,
    asking: { holdMs: 20 },
    connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"] ?? "") } }),
  });
  const got: unknown[] = [];
  server.tool("connect", {}, async (_input, ctx) => {
    const [key, name] = await Promise.all([
      ctx.secret("an API key", { key: "key" }),
      ctx.elicit(form(`Your name? ${said}`, { name: field.string() }), { key: "name" }),
    ]);
    got.push(key.action, name.action);
    return "connected";
  });
  const listening = await listen(server, { port, keepSignals: true, graceMs: 0 });
  onTestFinished(async () => {
    await listening.close();
    await broker.close();
    await engine.close();
  });
  const heard: string[] = [];
  /** The attacker's way to the server: everything that comes back is hers to read. */
  const door: Door = async (path, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), "x-user": "mallory" };
    const response = await fetch(`${base}${path}`, { ...init, headers });
    heard.push(...[...response.headers].flat());
    const [own, read] = response.body?.tee() ?? [null, null];
    void listenTo(read, heard);
    return new Response(own, response);
  };
  const visitor = (name: string) => createVisitor((request) => fetch(request, { redirect: "manual" }), name);
  return { base, door, heard, got, broker, visitor };
}

/** Notes all that is read, as it comes. */
async function listenTo(body: ReadableStream<Uint8Array> | null, heard: string[]): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body ?? []) heard.push(decoder.decode(chunk, { stream: true }));
  } catch {
    // The server has closed the stream at the end of the test.
  }
}

/** Every text, id and url in what a client was told, whole and in its parts. */
function textsIn(heard: readonly string[]): {
  readonly urls: readonly string[];
  readonly texts: readonly string[];
} {
  const leaves = new Set<string>();
  const note = (value: unknown): void => {
    if (typeof value === "string" || typeof value === "number") leaves.add(String(value));
    else if (typeof value === "object" && value !== null)
      for (const [key, member] of Object.entries(value)) {
        leaves.add(key);
        note(member);
      }
  };
  for (const line of heard.join("\n").split("\n")) {
    const data = line.replace(/^(?:data|id): ?/, "");
    try {
      note(JSON.parse(data));
    } catch {
      leaves.add(data);
    }
  }
  const parts = [...leaves].flatMap((leaf) => [
    leaf,
    ...leaf.split(/\s+/),
    ...leaf.split(/[\s/?&=#.:,;"'()]+/),
  ]);
  const all = [...new Set(parts)].filter((text) => text !== "" && text.length < 2_000);
  const isUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
  return { urls: all.filter(isUrl), texts: all.filter((text) => !isUrl(text)) };
}

type Visitor = ReturnType<typeof createVisitor>;

/** What the victim can be made to do with all that; gives what was neither refused nor unknown. */
async function relay(
  victim: Visitor,
  hers: Visitor,
  base: string,
  heard: readonly string[],
): Promise<readonly string[]> {
  const { urls, texts } = textsIn(heard);
  const links = urls.filter((url) => url.startsWith(`${base}/asked/`));
  expect(links.length).toBeGreaterThanOrEqual(2);
  const through: string[] = [];
  const refused = (what: string, { status }: Seen, others: readonly number[] = []): void => {
    if (![403, 404, ...others].includes(status)) through.push(`${what}: ${status}`);
  };
  const fill = (code: string): [string, string][] => [
    ["f0", FILLED],
    ["action", "accept"],
    ["token", code],
    ["code", code],
  ];
  for (const url of urls.filter((one) => one.startsWith(base))) {
    for (const path of ["", "/later", "/state"]) refused(`open ${url}${path}`, await victim.open(url + path));
    refused(`post ${url}`, await victim.post(url, fill("")));
  }
  for (const link of links) {
    // What her own page would post, from the victim's browser.
    const page = await hers.open(link);
    expect(page.status).toBe(200);
    refused(
      `relay ${link}`,
      await victim.post(link, [...formPairs(page.text, { f0: FILLED }), ["action", "accept"]]),
    );
  }
  const [link = ""] = links;
  for (const text of texts) {
    const part = encodeURIComponent(text);
    const made = `${base}/asked/${part}`;
    const opened = [made, `${link}/${part}`, `${link}?code=${part}&token=${part}`];
    const [taken, nowhere, ...seen] = await Promise.all([
      victim.post(link, fill(text)),
      victim.post(made, fill(text)),
      ...opened.map((url) => victim.open(url)),
    ]);
    refused(`post ${text}`, taken);
    // What is no page takes nothing from anybody.
    refused(`post to ${made}`, nowhere, [405]);
    seen.forEach((one, index) => {
      refused(`open ${opened[index]}`, one);
    });
  }
  return through;
}

type Stage = Awaited<ReturnType<typeof start>>;

/** What her call has come to: nothing. */
async function expectWaiting({ broker, got }: Stage): Promise<void> {
  expect(got).toEqual([]);
  const { elicitations } = await broker.list();
  expect(elicitations.map(({ status, asker }) => [status, asker.principalId])).toEqual([
    ["pending", "mallory"],
    ["pending", "mallory"],
  ]);
}

describe("phishing with all that the attacker's client shows", () => {
  it("gains nothing in the modern era, and her call still waits", async () => {
    const stage = await start();
    const { door, heard, base, visitor } = stage;
    const first = await ask(door, "connect", { capabilities: URL_ONLY });
    const answers = Object.fromEntries(first.keys.map((key) => [key, { action: "accept" }]));
    const come = { capabilities: URL_ONLY, state: first.state, answers };
    // She comes back, too: what a later round shows is hers as well.
    expect((await ask(door, "connect", come)).isAsking).toBe(true);
    expect(await relay(visitor("ada"), visitor("mallory"), base, heard)).toEqual([]);
    expect((await ask(door, "connect", come)).isAsking).toBe(true);
    await expectWaiting(stage);
  });

  it("gains nothing in the legacy era, and her call still waits", async () => {
    const stage = await start();
    const { door, heard, base, visitor } = stage;
    const session = await openSession(door, { capabilities: URL_ONLY });
    const stream = await callIn(session, "connect");
    for (let left = 2; left > 0; left -= 1)
      await answerIn(session, await stream.message(), { action: "accept" });
    expect(await relay(visitor("ada"), visitor("mallory"), base, heard)).toEqual([]);
    await expectWaiting(stage);
  });

  it("is found where a text in the message lets the victim in, so that the search is one", async () => {
    const code = "W7K-44Q";
    const withCode: PagesOptions["identify"] = (request) =>
      request.url.includes(`code=${code}`) ? { id: "mallory" } : identifyByCookie(request);
    const { door, heard, base, visitor } = await start(`The code is ${code}.`, withCode);
    await ask(door, "connect", { capabilities: URL_ONLY });
    const through = await relay(visitor("ada"), visitor("mallory"), base, heard);
    expect(through).toEqual(expect.arrayContaining([expect.stringContaining(`code=${code}`)]));
  });
});
