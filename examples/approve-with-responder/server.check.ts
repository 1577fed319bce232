// The manager answers in the inbox while the caller waits, or after the caller gave up: then the next call has the answer.

import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { startExample } from "../checking/start-example.js";
import { converse } from "../checking/transcript.js";

const expected = `\
> refund {"order":"A1","amount":250}
Refunded 250 for order A1.
> refund {"order":"A2","amount":900}
Not refunded.
> refund {"order":"A3","amount":70}
No manager has answered yet. Call again with the same arguments to hear the answer.
> refund {"order":"A3","amount":70}
Refunded 70 for order A3.`;

process.env.HOLD_MS = "300";
await using example = await startExample("approve-with-responder");
const inbox = new URL("/inbox", example.url);

/** What waits in the inbox, once something does. */
async function waiting(): Promise<{ readonly id: string; readonly message: string }> {
  for (;;) {
    const [first] = await (await fetch(inbox)).json();
    if (first) return first;
    await delay(10);
  }
}

async function decide(message: string, approved: "yes" | "no"): Promise<void> {
  const question = await waiting();
  assert.equal(question.message, message);
  const decision = new URL(`/inbox?id=${question.id}&approved=${approved}`, inbox);
  assert.equal((await fetch(decision, { method: "POST" })).status, 204);
}

// The client can show forms, and is not asked all the same: this is for managers.
await using caller = await converse(example.url, "modern", () => assert.fail("The caller was asked."));
await Promise.all([
  caller.call("refund", { order: "A1", amount: 250 }),
  decide("Refund 250 for order A1?", "yes"),
]);
await Promise.all([
  caller.call("refund", { order: "A2", amount: 900 }),
  decide("Refund 900 for order A2?", "no"),
]);
await caller.call("refund", { order: "A3", amount: 70 });
await decide("Refund 70 for order A3?", "yes");
await caller.call("refund", { order: "A3", amount: 70 });
assert.equal(caller.text(), expected);

// In the legacy era the call waits for as long as it takes.
await using patient = await converse(example.url, "legacy", () => assert.fail("The caller was asked."));
const [answer] = await Promise.all([
  patient.call("refund", { order: "B1", amount: 5 }),
  delay(1000).then(() => decide("Refund 5 for order B1?", "yes")),
]);
assert.equal(answer, "Refunded 5 for order B1.");
console.log(expected);
