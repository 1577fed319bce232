/**
 * Times modern rounds of Beckon without HTTP, through `server.fetch`: a retry that opens a state, replays
 * the handler, and seals the state again with one more question. `node run/time-journal.mjs dist job`
 */
import { pathToFileURL } from "node:url";
import { modernHeaders, modernMeta } from "../load/requests.mjs";

/**
 * @typedef {object} JournalJob
 * @property {readonly { answers: number, kibibytes?: number, leftKibibytes?: number }[]} variants  What the state holds
 *   before the retry: how many answers, and how long it is (absent: as long as short answers make it), or how much was
 *   answered in all, where that is more than a client carries.
 * @property {number} rounds
 * @property {number} retries  Per round.
 */

const [dist, job] = [process.argv[2], JSON.parse(process.argv[3])];
const { createServer, field, form } = await import(new URL("index.js", pathToFileURL(`${dist}/`)).href);

const server = createServer({ name: "journal", version: "1.0.0" });
const input = { type: "object", properties: { answers: { type: "integer" } }, required: ["answers"] };
server.tool("ask", { description: "Ask, and ask again", input }, async ({ answers }, ctx) => {
  const ask = (message) => ctx.elicit(form(message, { text: field.string({ title: "Text" }) }));
  await Promise.all(Array.from({ length: answers }, (_, index) => ask(`Question ${index + 1}`)));
  await ask("Go on?");
  await ask("Really?");
  return "done";
});

const prepared = [];
for (const variant of job.variants) prepared.push({ ...variant, text: await textFor(variant), times: [] });
// Round 0 is thrown away: it is for the compiler.
for (let round = 0; round <= job.rounds; round++) {
  for (const { answers, text, times } of prepared) {
    const microseconds = await timeRetries(answers, text);
    if (round > 0) times.push(microseconds);
  }
}
process.send({ done: prepared.map(({ times }) => times) });

async function timeRetries(answers, text) {
  const requests = [];
  for (let count = 0; count < job.retries; count++) {
    requests.push(retryOf(answers, await untilGoOn(answers, text), "yes"));
  }
  const startedAt = performance.now();
  for (const request of requests) {
    const response = await server.fetch(request);
    const body = await response.text();
    if (!body.includes('"Really?"')) throw new Error(`Not the next question: ${body.slice(0, 600)}`);
  }
  return ((performance.now() - startedAt) * 1000) / requests.length;
}

/** The answer that makes the state as long as wanted. */
async function textFor({ answers, kibibytes, leftKibibytes }) {
  if (leftKibibytes !== undefined) return leftText(answers, leftKibibytes);
  if (kibibytes === undefined) return "yes";
  const wanted = kibibytes * 1024;
  const shortest = (await untilGoOn(answers, "")).requestState.length;
  // A state is base64, so it grows by four characters for three bytes.
  const text = "x".repeat(Math.max(0, Math.round(((wanted - shortest) * 3) / 4 / answers)));
  const { length } = (await untilGoOn(answers, text)).requestState;
  if (Math.abs(length / wanted - 1) > 0.02)
    throw new Error(`The state is ${length} characters long instead of ${wanted}.`);
  return text;
}

/** The answer that, together with the others, is too long to be carried. */
async function leftText(answers, kibibytes) {
  const text = "x".repeat((kibibytes * 1024) / answers);
  const { length } = (await untilGoOn(answers, text)).requestState;
  if (length > 1024) throw new Error(`The state is ${length} characters long, so nothing of it was left.`);
  return text;
}

/** Answers all questions before "Go on?", which are one round. */
async function untilGoOn(answers, text) {
  const asked = await ask(requestOf({ arguments: { answers } }));
  const last = answers === 0 ? asked : await ask(retryOf(answers, asked, text));
  const messages = Object.values(last.inputRequests).map(({ params }) => params.message);
  if (messages.length !== 1 || messages[0] !== "Go on?") throw new Error(`Asked ${messages.join(", ")}.`);
  return last;
}

async function ask(request) {
  const response = await server.fetch(request);
  const { result, error } = await response.json();
  if (result?.resultType !== "input_required")
    throw new Error(`No question: ${JSON.stringify(error ?? result).slice(0, 600)}`);
  return result;
}

function retryOf(answers, { inputRequests, requestState }, text) {
  const answer = { action: "accept", content: { text } };
  const keys = Object.keys(inputRequests);
  const inputResponses = Object.fromEntries(keys.map((key) => [key, answer]));
  return requestOf({ arguments: { answers }, inputResponses, requestState });
}

function requestOf(params) {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "ask", ...params, _meta: modernMeta("ask") },
  };
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      host: "localhost",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...modernHeaders("ask"),
    },
    body: JSON.stringify(message),
  });
}
