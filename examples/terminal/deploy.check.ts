// The keys of a person, sent to the script once it shows what they are meant for.

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createTerminal } from "beckon/terminal";
import { deploy } from "./deploy.js";

const input = new PassThrough();
const output = new PassThrough();
let written = "";
output.on("data", (chunk) => {
  written += chunk;
});

/** Waits for a text that is new on the screen, looks at it for a moment, then presses keys. */
async function type(seen: string, ...keys: readonly string[]): Promise<void> {
  for (let tries = 0; !written.includes(seen); tries++) {
    assert.ok(tries < 200, `The screen never showed ${seen}.`);
    await sleep(20);
  }
  written = "";
  await sleep(400);
  for (const key of keys) {
    input.write(key);
    await sleep(20);
  }
}

await using terminal = createTerminal({ input, output, env: { LANG: "C.UTF-8" } });
const [text] = await Promise.all([
  deploy(terminal),
  (async () => {
    await type("What shall be deployed?", "1.4.2", "\r", "1", "\r");
    await type("Review before you send", "\r");
    await type("Run the tool deploy?", "1", "\r", "\r");
    await type("Review before you send", "\r");
  })(),
]);
assert.equal(text, "Deployed 1.4.2 to eu-north-1.");
console.log(text);
