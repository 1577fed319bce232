// Bob approves on his page and Ada gives the token on hers; after a restart the token is not asked for again. A restart
// while Bob thinks loses nothing either.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { modernRequest } from "../checking/modern-request.js";
import { type RunningExample, startExample } from "../checking/start-example.js";
import { converse } from "../checking/transcript.js";

const TOKEN = "dt-1f4c-secret";
const secret = Buffer.alloc(32, 7).toString("base64");

/** The program that hears of questions and answers. */
const heard: { readonly type: string; readonly data: { readonly id: string; readonly status: string } }[] =
  [];
const ids = new Set<string>();
let wake = (): void => {};
const receiver = createServer(async (incoming, response) => {
  const body = await text(incoming);
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = incoming.headers;
  const wanted = createHmac("sha256", Buffer.from(secret, "base64")).update(`${id}.${at}.${body}`);
  assert.equal(signature, `v1,${wanted.digest("base64")}`);
  assert.doesNotMatch(body, new RegExp(TOKEN));
  if (!ids.has(String(id))) heard.push(JSON.parse(body));
  ids.add(String(id));
  response.writeHead(204).end();
  wake();
});
await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
// A server that listens on a port has an address with one.
const { port } = receiver.address() as AddressInfo;

const data = mkdtempSync(join(tmpdir(), "beckon-approvals-"));
Object.assign(process.env, {
  DATA: data,
  PUBLIC_URL: "https://deploy.example.com",
  BECKON_KEY: "thirty-two bytes that only you know",
  WEBHOOK_URL: `http://127.0.0.1:${port}/hooks`,
  WEBHOOK_SECRET: `whsec_${secret}`,
});

try {
  const lines = [await deployOnce("2.4.1", [TOKEN]), await deployOnce("2.4.2", [])];
  assert.deepEqual(lines, [
    "Deployed 2.4.1 to eu as build-2.4.1-14, approved by bob.",
    "Deployed 2.4.2 to eu as build-2.4.2-14, approved by bob.",
  ]);
  // Two approvals and one secret, each created and accepted.
  const settled = heard.filter(({ type }) => type === "elicitation.settled");
  assert.deepEqual(
    settled.map(({ data: { status } }) => status),
    ["accepted", "accepted", "accepted"],
  );
  assert.equal(heard.length, 6);
  for (const file of readdirSync(data)) assert.equal(readFileSync(join(data, file)).includes(TOKEN), false);
  lines.push(await restartWhileBobThinks("2.4.3"));
  assert.equal(lines[2], "Deployed 2.4.3 to us as build-2.4.3-14, approved by bob.");
  console.log(lines.join("\n"));
} finally {
  receiver.close();
  receiver.closeAllConnections();
  rmSync(data, { recursive: true });
}

/** Starts the program, calls the tool as Ada, and stops it again. `tokens` are what Ada is asked for. */
async function deployOnce(version: string, tokens: string[]): Promise<string> {
  const known = heard.length;
  await using example = await startExample("approvals");
  await using ada = await converse(
    example.url,
    "modern",
    async ({ url = "" }) => {
      await answerPage(example, url, "ada", tokens.shift() ?? "");
      return { action: "accept" };
    },
    { capabilities: { elicitation: { url: {} } }, token: "token-of-ada" },
  );
  const calling = ada.call("deploy", { version });
  // Whatever fails first is told; the call may be broken off by it.
  calling.catch(() => {});
  const link = (await example.line(/^To bob: /)).split(" ").at(-1) ?? "";
  assert.equal((await visit(example, link, "session=cookie-of-ada")).status, 403);
  await answerPage(example, link, "bob", "0");
  const result = await calling;
  assert.deepEqual(tokens, []);
  // What is not delivered before the program stops is delivered when it runs again; here all of it is.
  while (heard.length < known + (version === "2.4.1" ? 4 : 2))
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  return result;
}

/** Stops the program while it waits for Bob; the one that is started then goes on with his answer. */
async function restartWhileBobThinks(version: string): Promise<string> {
  const call = ({ url }: RunningExample, requestState?: string) =>
    modernRequest(
      url,
      "tools/call",
      { name: "deploy", arguments: { version }, ...(requestState !== undefined && { requestState }) },
      {
        headers: { authorization: "Bearer token-of-ada" },
        meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } } },
      },
    );
  await using first = await startExample("approvals");
  const calling = call(first);
  const link = (await first.line(/^To bob: /)).split(" ").at(-1) ?? "";
  await first.stop();
  const { response } = await calling;
  assert.equal(response.result.resultType, "input_required");

  await using second = await startExample("approvals");
  await answerPage(second, link, "bob", "1");
  const reply = await call(second, response.result.requestState);
  return reply.response.result.content[0].text;
}

/** What a browser does: opens the page, keeps its cookie, sends the form. */
async function answerPage(
  example: RunningExample,
  link: string,
  person: string,
  value: string,
): Promise<void> {
  const shown = await visit(example, link, `session=cookie-of-${person}`);
  assert.equal(shown.status, 200);
  const form = new URLSearchParams({ action: "accept" });
  for (const [, name = "", value = ""] of shown.body.matchAll(/name="(token|key)" value="([^"]+)"/g))
    form.set(name, value);
  // Both pages have one field; options are numbered.
  form.set("f0", value);
  const sent = await visit(example, link, `session=cookie-of-${person}; ${shown.cookie}`, form.toString());
  assert.equal(sent.status, 303, sent.body);
}

/** One request through what stands for the proxy: the public name on the port of this machine. */
async function visit(
  example: RunningExample,
  link: string,
  cookie: string,
  form?: string,
): Promise<{ readonly status: number; readonly cookie: string; readonly body: string }> {
  const { host, pathname, origin } = new URL(link);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port: new URL(example.url).port,
        host: "127.0.0.1",
        path: pathname,
        method: form === undefined ? "GET" : "POST",
        headers: {
          host,
          cookie,
          ...(form !== undefined && { origin, "content-type": "application/x-www-form-urlencoded" }),
        },
      },
      async (response) => {
        const [given = ""] = response.headers["set-cookie"] ?? [];
        const [kept = ""] = given.split(";");
        resolve({ status: response.statusCode ?? 0, cookie: kept, body: await text(response) });
      },
    );
    sent.on("error", reject);
    sent.end(form);
  });
}
