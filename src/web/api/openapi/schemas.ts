// What the API sends, as JSON Schema: the components of the OpenAPI document.

import type { JsonSchema } from "../../../core/problem.js";

const text = (description?: string): JsonSchema => ({ type: "string", ...(description && { description }) });
const whole = (description?: string): JsonSchema => ({
  type: "integer",
  ...(description && { description }),
});
const instant = (description: string): JsonSchema => whole(`${description} In milliseconds since the epoch.`);
const listOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const words = (...values: readonly string[]): JsonSchema => ({ type: "string", enum: values });

/** An object of these members and no others; those with a question mark may be absent. */
function members(given: { readonly [name: string]: JsonSchema }): JsonSchema {
  const names = Object.keys(given);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), given[name]])),
    required: names.filter((name) => !name.endsWith("?")),
    additionalProperties: false,
  };
}

const now = instant("What the server's clock says.");
const status = words("pending", "active", "accepted", "declined", "cancelled", "expired", "withdrawn");
const cursor = text("For the next page; absent on the last.");

export const schemas: { readonly [name: string]: JsonSchema } = {
  FormSchema: {
    type: "object",
    description: "A form as MCP writes it, and fields of the types `secret` and `file` besides.",
    properties: {
      $schema: text(),
      type: { const: "object" },
      properties: {
        type: "object",
        additionalProperties: {
          type: "object",
          properties: {
            type: words("string", "number", "integer", "boolean", "array", "secret", "file"),
            title: text(),
            description: text(),
          },
          required: ["type"],
        },
      },
      required: listOf(text()),
    },
    required: ["type", "properties"],
  },
  Content: { type: "object", description: "Values by field. What is not answered is absent." },
  Asker: members({
    server: text(),
    "origin?": text("Where the server is, as it is configured."),
    method: text(),
    "target?": text("The tool, prompt or uri that the method is about."),
    "arguments?": { type: "object", description: "The tool's arguments, redacted and cut." },
    "client?": text(),
    runId: text(),
  }),
  Elicitation: members({
    id: text(),
    mode: words("inline", "url", "terminal"),
    status,
    message: text(),
    "schema?": ref("FormSchema"),
    "url?": text("Where to go, in the mode `url`."),
    "audience?": text("Who may answer."),
    asker: ref("Asker"),
    tags: listOf(text()),
    "group?": text("Elicitations of one round have the same."),
    "repeats?": whole("How often the same run has asked exactly this before."),
    createdAt: instant("When it was asked."),
    "expiresAt?": instant("When it expires."),
    version: whole("Grows with every change."),
    "claim?": members({
      by: text("The id of whoever is at it."),
      "name?": text("How they are called, where that is known."),
      until: instant("When the claim lapses."),
    }),
    "settled?": ref("Settled"),
    "muted?": { type: "boolean", description: "True when its server is muted." },
    "aside?": { type: "boolean", description: "True when the caller has put it aside." },
  }),
  Settled: members({
    at: instant("When it ended."),
    "by?": text("The id of whoever did."),
    "name?": text("How they are called, where that is known."),
    "from?": text("From which view or policy."),
    "reason?": text("Why."),
  }),
  ElicitationNow: members({ elicitation: ref("Elicitation"), now }),
  ElicitationPage: members({
    elicitations: listOf(ref("Elicitation")),
    "cursor?": cursor,
    now,
    feed: whole("Watch after this event: nothing is missed."),
    feedId: text("Names the feed: watch with it to hear when another one has taken its place."),
    view: text("Stands for what is muted, and what the caller has put aside."),
  }),
  Change: members({
    number: whole("The number of the event, which is its id, too."),
    at: instant("When it happened."),
    status,
    version: whole(),
    id: text("The elicitation."),
    "elicitation?": ref("Elicitation"),
  }),
  Answer: {
    oneOf: [
      members({ action: { const: "accept" }, content: ref("Content"), "by?": text() }),
      members({ action: { const: "decline" }, "reason?": text() }),
      members({ action: { const: "cancel" }, reason: text() }),
      members({ action: { const: "timeout" } }),
    ],
  },
  AnswerNow: members({ status, "answer?": ref("Answer") }),
  Draft: members({ "content?": ref("Content") }),
  File: members({ id: text(), name: text(), type: text("Its media type."), bytes: whole() }),
  Upload: members({ file: ref("File") }),
  TranscriptEntry: members({
    entry: whole("Counts from 1."),
    at: instant("When it was said."),
    "line?": text(),
    "form?": members({ message: text(), schema: ref("FormSchema") }),
    "answer?": members({
      entry: whole("The entry of the form."),
      action: words("accept", "decline", "cancel"),
      "content?": ref("Content"),
      "by?": text(),
    }),
  }),
  Transcript: members({ entries: listOf(ref("TranscriptEntry")), ended: { type: "boolean" } }),
  Said: members({ entry: whole("The number of the new entry.") }),
  Run: members({
    runId: text(),
    asker: ref("Asker"),
    startedAt: instant("When it first asked."),
    lastAt: instant("When something was last asked or settled."),
    open: whole("How many of its elicitations are open."),
    rounds: listOf(listOf(ref("Elicitation"))),
  }),
  RunPage: members({ runs: listOf(ref("Run")), "cursor?": cursor, now }),
  Mute: members({
    server: text(),
    since: instant("Since when."),
    "until?": instant("When it ends by itself."),
    by: text("The id of whoever muted it."),
    "name?": text("How they are called, where that is known."),
  }),
  Mutes: members({ mutes: listOf(ref("Mute")), now }),
  HistoryEntry: members({
    elicitation: ref("Elicitation"),
    latencyMs: whole("From asking to settling."),
    "content?": ref("Content"),
  }),
  HistoryPage: members({ entries: listOf(ref("HistoryEntry")), "cursor?": cursor, now }),
  Samples: members({ elicitations: listOf(ref("Elicitation")), now }),
  Problem: members({
    code: text("What a program can tell refusals apart by."),
    title: text(),
    status: whole(),
    detail: text("What was wrong, and what to do."),
    "problems?": listOf(members({ path: text(), message: text() })),
    "settled?": members({
      status,
      at: instant("When it ended."),
      "by?": text(),
      "name?": text(),
      "from?": text(),
      "reason?": text(),
    }),
    "retryAfterMs?": whole("When to come back."),
    "errorId?": text("Under which number the server's log has it."),
  }),
};
