// Every resource that is listed, linked or completed can be read, in both eras.

import assert from "node:assert/strict";
import { connectClient } from "../checking/connect-client.js";
import { modernRequest } from "../checking/modern-request.js";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("resources-and-templates");

for (const era of ["legacy", "modern"] as const) {
  await using client = await connectClient(example.url, era);

  const { resources } = await client.listResources();
  assert.deepEqual(
    resources.map(({ name }) => name),
    ["plan", "Ice, thawing", "The ferry", "Olive trees", "Siesta", "Noon"],
  );
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    assert.equal(contents[0]?.uri, uri);
  }

  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ["museum:///pictures/{title}.gif", "museum:///rooms/{room}/works/{title}"],
  );
  const picture = await client.readResource({ uri: "museum:///pictures/Ice%2C%20thawing.gif" });
  assert.deepEqual(picture.contents, [
    {
      uri: "museum:///pictures/Ice%2C%20thawing.gif",
      mimeType: "image/gif",
      blob: "R0lGODlhAQABAAAAACw=",
    },
  ]);

  const ref = { type: "ref/resource", uri: "museum:///rooms/{room}/works/{title}" } as const;
  const rooms = await client.complete({ ref, argument: { name: "room", value: "s" } });
  assert.deepEqual(rooms.completion.values, ["south"]);
  const titles = await client.complete({
    ref,
    argument: { name: "title", value: "" },
    context: { arguments: { room: "north" } },
  });
  assert.deepEqual(titles.completion.values, ["Ice, thawing", "The ferry"]);

  const { content } = await client.callTool({ name: "guide", arguments: {} });
  assert.equal(content.length, 5);
  for (const block of content) {
    assert.ok(block.type === "resource_link");
    await client.readResource({ uri: block.uri });
  }
  await assert.rejects(client.readResource({ uri: "museum:///rooms/north/works/Noon" }));
}

const missing = await modernRequest(example.url, "resources/read", { uri: "museum:///cellar" });
assert.deepEqual(missing.response.error, {
  code: -32602,
  message: "Resource not found",
  data: { uri: "museum:///cellar" },
});
