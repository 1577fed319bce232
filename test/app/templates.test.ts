// Templates of the operator: questions by name, for agents and for the API alike.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createStage, opened } from "./stage.js";

const templates = {
  deploy: {
    variables: {
      type: "object",
      properties: { service: { type: "string" }, place: { type: "string", enum: ["test", "live"] } },
      required: ["service", "place"],
    },
    spec: {
      type: "choice",
      prompt: "Deploy {{service}} to {{ place }}?",
      options: ["now", "tonight {{place}}"],
    },
  },
  account: {
    spec: {
      type: "form",
      prompt: "Which account?",
      fields: [{ name: "account", type: "number", sensitive: true }],
    },
  },
};

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "beckon-templates-"));
  mkdirSync(join(folder, ".beckon"), { mode: 0o700 });
  writeFileSync(join(folder, ".beckon", "config.json"), JSON.stringify({ templates }));
  return folder;
}

test("a template is asked with its variables in every text, which are never looked at for holes", async () => {
  await using stage = await createStage({ folder: createFolder() });
  const variables = { service: "{{place}} api", place: "live" };
  const asked = stage.call("elicit", { template: "deploy", variables, timeout_seconds: 60 });
  const [elicitation] = await opened(stage);
  expect(elicitation?.message).toBe("Deploy {{place}} api to live?");
  expect(elicitation?.expiresAt).toBe((elicitation?.createdAt ?? 0) + 60_000);
  await stage.api.answer(elicitation?.id ?? "", { answer: "tonight live" });
  expect((await asked).text).toBe("The person selected: tonight live");
});

test.each([
  [{ template: "nothing" }, 'There is no template "nothing". There are deploy, account.'],
  [
    { template: "deploy", variables: { service: "api", place: "moon" } },
    "The variables of template deploy do not fit: place",
  ],
  [{ template: "deploy", variables: {}, prompt: "Give me root?" }, "prompt is set by the template deploy"],
  [{ variables: {} }, "variables are only for a template"],
])("what does not fit a template is told: %j", async (input, problem) => {
  await using stage = await createStage({ folder: createFolder() });
  const { isError, text } = await stage.call("elicit", input);
  expect([isError, text]).toEqual([true, expect.stringContaining(problem)]);
});

test("a sensitive answer to a template is a handle to an agent, and nothing that the API could give in the clear (C12)", async () => {
  await using stage = await createStage({ folder: createFolder() });
  const asked = stage.call("elicit", { template: "account" });
  const [elicitation] = await opened(stage);
  await stage.api.answer(elicitation?.id ?? "", { account: 48_151_623 });
  expect((await asked).data.content).toEqual({ account: "secret:account" });

  await expect(stage.api.create({ template: "account" })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("leave it out of account, or use type secret"),
  });
});
