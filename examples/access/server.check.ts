// A tool that a token does not allow is neither listed nor callable, and without a token nothing is.

import assert from "node:assert/strict";
import { modernRequest } from "../checking/modern-request.js";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("access");
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const listed = async (token: string): Promise<string[]> => {
  const { response } = await modernRequest(example.url, "tools/list", {}, as(token));
  return response.result.tools.map(({ name }: { name: string }) => name);
};
const book = { name: "book", arguments: { amount: 5 } };

const nobody = await modernRequest(example.url, "tools/list");
assert.equal(nobody.status, 401);
assert.equal(nobody.headers.get("www-authenticate"), 'Bearer realm="ledger"');
const stranger = await modernRequest(example.url, "tools/list", {}, as("token-of-mallory"));
assert.equal(stranger.headers.get("www-authenticate"), 'Bearer realm="ledger", error="invalid_token"');

assert.deepEqual(await listed("token-of-rita"), ["balance"]);
assert.deepEqual(await listed("token-of-wim"), ["balance", "book"]);

const refused = await modernRequest(example.url, "tools/call", book, as("token-of-rita"));
assert.deepEqual(refused.response.error, { code: -32602, message: "Unknown tool: book" });
const booked = await modernRequest(example.url, "tools/call", book, as("token-of-wim"));
assert.equal(booked.response.result.content[0].text, "Wim booked 5; the till holds 105.");
