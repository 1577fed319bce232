import { expect, test } from "vitest";
import { asker } from "../../broker/stage.js";
import { createStage } from "./stage.js";

test("a run is found by its id, however much was asked since, and by those who may see it", async () => {
  const { broker, client, send } = createStage();
  const ask = (runId: string, message: string, audience?: string) =>
    broker.create({ message, asker: { ...asker, runId }, ...(audience !== undefined && { audience }) });
  await ask("long ago", "One?", "ada");
  await ask("other", "Not this?");
  await ask("long ago", "Two?", "ada");
  for (let index = 0; index < 12_000; index += 1) await ask(`run ${index}`, "Something else?");
  const run = await client("ada:answer").runs.get("long ago");
  expect(run).toMatchObject({ runId: "long ago", open: 2 });
  expect(run.rounds.flat().map(({ message }) => message)).toEqual(["One?", "Two?"]);
  expect((await send("bob:answer", "GET", "/runs/long%20ago")).status).toBe(404);
});
