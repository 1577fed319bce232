import { expect, test } from "vitest";
import { deletedFields } from "../../../src/web/api/deleted-fields.js";
import { created, createStage } from "../../broker/stage.js";

const schema = {
  type: "object",
  properties: { key: { type: "secret" }, other: { type: "secret" } },
} as const;

test("a secret that was deleted after its elicitation was read, and before its answer was, is told", async () => {
  const { broker } = createStage();
  const id = await created(broker, { schema });
  await broker.settle(id, { action: "accept", content: { key: "hunter2" } });
  const read = await broker.get(id);
  if (read === undefined) throw new Error("It is kept.");
  await broker.redact(id);

  expect(await deletedFields({ broker }, read, {})).toEqual(["key"]);
});

test("nothing is deleted of an answer that has every field", async () => {
  const { broker } = createStage();
  const id = await created(broker, { schema });
  const content = { key: "hunter2", other: "hunter3" };
  await broker.settle(id, { action: "accept", content });
  const read = await broker.get(id);
  if (read === undefined) throw new Error("It is kept.");

  expect(await deletedFields({ broker }, read, content)).toEqual([]);
});
