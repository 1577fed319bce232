// The endpoint works behind Fastify's parser and without it, next to the application's own routes.

import assert from "node:assert/strict";
import { connectClient } from "../checking/connect-client.js";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("mounting-fastify");

assert.equal(await (await fetch(new URL("/health", example.url))).text(), "ok");
for (const path of ["/mcp", "/unparsed/mcp"]) {
  for (const era of ["legacy", "modern"] as const) {
    await using client = await connectClient(new URL(path, example.url).href, era);
    const { content } = await client.callTool({ name: "count_orders", arguments: {} });
    assert.deepEqual(content, [{ type: "text", text: "3" }]);
  }
}
