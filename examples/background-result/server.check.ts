// Both ways respond to the call that asked, once; a failure is a tool error.

import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { modernRequest } from "../checking/modern-request.js";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("background-result");
const call = (name: string, args: object) =>
  modernRequest(example.url, "tools/call", { name, arguments: args });

const quote = await call("quote", { pages: 12 });
assert.equal(quote.response.result.content[0].text, "12 pages cost 0.48.");

/** Says that a document is printed, as soon as somebody waits for it. */
async function printed(document: string, ok: string): Promise<void> {
  const route = new URL(`/printed?document=${document}&ok=${ok}`, example.url);
  while ((await fetch(route, { method: "POST" })).status !== 204) await delay(10);
}

const [letter] = await Promise.all([call("print", { document: "letter" }), printed("letter", "yes")]);
assert.equal(letter.response.result.content[0].text, "letter is in the tray.");

const [poster] = await Promise.all([call("print", { document: "poster" }), printed("poster", "no")]);
assert.equal(poster.response.result.isError, true);
assert.equal(poster.response.result.content[0].text, "The printer is out of paper.");

const twice = await fetch(new URL("/printed?document=letter&ok=yes", example.url), { method: "POST" });
assert.equal(twice.status, 404);
