// Middleware changes results, and refuses with exactly the error it throws.

import assert from "node:assert/strict";
import { modernRequest } from "../checking/modern-request.js";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("middleware");
const draw = () => modernRequest(example.url, "tools/call", { name: "draw" });

for (let bucket = 1; bucket <= 3; bucket++) {
  const { response } = await draw();
  assert.equal(response.result.content[0].text, "A bucket of water.");
  assert.equal(typeof response.result._meta["example.com/took-ms"], "number");
}
const { response } = await draw();
assert.deepEqual(response.error, {
  code: -32000,
  message: "The well is dry for you today.",
  data: { drawn: 3 },
});

const list = await modernRequest(example.url, "tools/list");
assert.equal(list.response.result.tools.length, 1);
