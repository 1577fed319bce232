// The quick start does what its first screen says: the printed line works as it stands.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { connectClient } from "../checking/connect-client.js";
import { modernRequest } from "../checking/modern-request.js";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("quick-start");
await example.line(/Ctrl\+C/);

const from = example.lines.findIndex((line) => line.includes("curl "));
const command = example.lines.slice(from, from + 3).join("\n");
const answered = JSON.parse(execFileSync("sh", ["-c", command], { encoding: "utf8" }));
assert.deepEqual(answered.result.structuredContent, { grams: 6, celsius: 75, seconds: 60 });

const { response, notifications } = await modernRequest(
  example.url,
  "tools/call",
  { name: "brew", arguments: { tea: "oolong" } },
  { meta: { progressToken: "pot" } },
);
assert.equal(response.result.content[0].text, "Here is your oolong. It tastes of orchid, butter.");
assert.deepEqual(
  notifications.map(({ params }) => params.message),
  ["Warming the pot", "Pouring the water", "Waiting", "Pouring the tea"],
);

const refused = await modernRequest(example.url, "tools/call", {
  name: "brew",
  arguments: { tea: "coffee" },
});
assert.equal(refused.response.result.isError, true);

for (const era of ["legacy", "modern"] as const) {
  await using client = await connectClient(example.url, era);
  assert.match(client.getInstructions() ?? "", /tea:\/\/\/menu/);
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["brew", "steep"],
  );
  const { messages } = await client.getPrompt({ name: "pair", arguments: { tea: "assam", diet: "vegan" } });
  assert.deepEqual(messages[0]?.content, {
    type: "text",
    text: "Suggest three small vegan dishes that go with assam. One line each.",
  });
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "pair" },
    argument: { name: "tea", value: "o" },
  });
  assert.deepEqual(completion.values, ["oolong"]);
  const { contents } = await client.readResource({ uri: "tea:///teas/sencha" });
  assert.ok(contents[0] && "text" in contents[0]);
  assert.match(contents[0].text, /Japan/);
}
