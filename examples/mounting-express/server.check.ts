// The endpoint and the application's own routes work side by side, and the process ends when it is told to.

import assert from "node:assert/strict";
import { connectClient } from "../checking/connect-client.js";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("mounting-express");

assert.equal(await (await fetch(new URL("/health", example.url))).text(), "ok");
for (const era of ["legacy", "modern"] as const) {
  await using client = await connectClient(example.url, era);
  const { content } = await client.callTool({ name: "count_orders", arguments: {} });
  assert.deepEqual(content, [{ type: "text", text: "3" }]);
}
