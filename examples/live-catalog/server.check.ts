// Clients of both eras hear of new and removed tools, and of the resource they subscribed to.

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { connectClient } from "../checking/connect-client.js";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("live-catalog");
const BENCH = "workshop:///bench";

for (const era of ["legacy", "modern"] as const) {
  const heard = new EventEmitter();
  await using client = await connectClient(example.url, era, {
    listChanged: {
      tools: {
        debounceMs: 0,
        onChanged: (_, tools) =>
          heard.emit(
            "tools",
            tools?.map(({ name }) => name),
          ),
      },
    },
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.emit("updated", params.uri);
  });
  const subscription = era === "modern" ? await client.listen({ resourceSubscriptions: [BENCH] }) : undefined;
  if (era === "legacy") await client.subscribeResource({ uri: BENCH });

  const change = async (tool: string, then: readonly string[], bench: string): Promise<void> => {
    const told = Promise.all([once(heard, "tools"), once(heard, "updated")]);
    await client.callTool({ name: tool, arguments: { name: "shout" } });
    const [[tools], [uri]] = await told;
    assert.deepEqual(tools, then);
    assert.equal(uri, BENCH);
    const { contents } = await client.readResource({ uri: BENCH }, { cacheMode: "refresh" });
    assert.equal(contents[0] && "text" in contents[0] && contents[0].text, bench);
  };
  await change("take_out", ["put_away", "shout", "take_out"], "shout");
  const { content } = await client.callTool({ name: "shout", arguments: { text: "ahoy" } });
  assert.deepEqual(content, [{ type: "text", text: "AHOY" }]);
  await change("put_away", ["put_away", "take_out"], "");
  await subscription?.close();
}
