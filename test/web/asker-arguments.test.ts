import { expect, test } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createServer, form } from "../../src/index.js";
import { testClient } from "../../src/testing/index.js";

test("what a broker keeps says with which arguments the tool was called, without credentials (W2)", async () => {
  const broker = createBroker({ engine: createMemoryEngine(), limits: false });
  const server = createServer({ name: "tables", version: "1.0.0", responder: broker.responder() });
  server.tool("book", { input: { type: "object" } }, async (_, ctx) => {
    const answer = await ctx.elicit(form("Sure?", {}));
    return answer.action;
  });
  const client = await testClient(server, { capabilities: {} });
  const calling = client.callTool("book", { day: "2026-11-17", apiToken: "t0ken" });
  const changes = broker.watch({ after: 0 })[Symbol.asyncIterator]();
  const { value } = await changes.next();

  expect(value?.elicitation?.asker).toMatchObject({
    target: "book",
    arguments: { day: "2026-11-17", apiToken: "[redacted]" },
  });

  await broker.settle(value?.id ?? "", { action: "accept" }, { by: value?.elicitation?.audience ?? "" });
  await calling;
  await broker.close();
});
