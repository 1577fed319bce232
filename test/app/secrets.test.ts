// Sensitive answers: in the vault as soon as they are given, as handles to the model, and nowhere else.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SECRET_OWNER } from "../../src/app/questions/secret-keeper.js";
import { readStateKeys } from "../../src/app/state-folder.js";
import { createFileVault } from "../../src/secrets/index.js";
import { createStage, opened, type Stage } from "./stage.js";

const VALUE = "sk-live-51-do-not-show";

async function vaultOf(stage: Stage) {
  const keys = await readStateKeys(stage.app.folder);
  return createFileVault({ path: stage.app.folder.vault, keys });
}

const sqlite = { engine: "sqlite:state.db" };

test("a secret reaches the model as a handle, and the vault as its value (A3, C12)", async () => {
  await using stage = await createStage({ flags: sqlite });
  const asked = stage.call("elicit", {
    type: "secret",
    prompt: "Enter your OpenAI API key:",
    name: "openai_key",
  });
  const [elicitation] = await opened(stage);
  await stage.api.answer(elicitation?.id ?? "", { answer: VALUE });
  const { text, data } = await asked;
  expect(text).toContain("secret:openai_key");
  expect(JSON.stringify([text, data])).not.toContain(VALUE);
  expect(await (await vaultOf(stage)).get(SECRET_OWNER, "openai_key")).toBe(VALUE);
});

test("a secret goes to the vault though nobody comes for it, and leaves the broker (C12)", async () => {
  await using stage = await createStage({ flags: sqlite });
  const { data } = await stage.call("elicit", {
    type: "secret",
    prompt: "Token?",
    name: "later",
    wait_seconds: 0.01,
  });
  expect(data).toMatchObject({ action: "unavailable", reason: "waiting" });
  await stage.api.answer(String(data.id), { answer: VALUE });
  // The feed tells of the redaction, which comes last.
  for await (const { id, status, version } of stage.api.watch({ after: 0 }))
    if (id === data.id && status === "accepted" && version >= 3) break;
  expect(await (await vaultOf(stage)).get(SECRET_OWNER, "later")).toBe(VALUE);
  const answer = await stage.call("get_answer", { id: data.id });
  expect(answer.text).toContain("secret:later");
});

test("the secret of a sample goes nowhere, and whoever looks reads that there was one", async () => {
  await using stage = await createStage({ flags: sqlite });
  const elicitations = await stage.api.sample();
  const { id = "" } = elicitations.find(({ schema }) => schema?.properties.word !== undefined) ?? {};
  await stage.api.answer(id, { word: VALUE });
  for await (const change of stage.api.watch({ after: 0 }))
    if (change.id === id && change.status === "accepted" && change.version >= 3) break;
  expect(await (await vaultOf(stage)).names(SECRET_OWNER)).toEqual([]);
  const { answer } = await stage.api.answerOf(id);
  expect(answer).toMatchObject({ action: "accept", content: { word: "[secret]" } });
});

test("a secret that the vault has is [secret] to everybody but its asker (C12)", async () => {
  await using stage = await createStage({ flags: sqlite });
  const asked = stage.call("elicit", { type: "secret", prompt: "Key?", name: "key" });
  const [elicitation] = await opened(stage);
  const id = elicitation?.id ?? "";
  await stage.api.answer(id, { answer: VALUE });
  await asked;
  const { value: token } = await stage.app.tokens.add("viewer", ["answer"]);
  const viewer = await stage.fetch(`/api/v1/elicitations/${id}/answer`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await viewer.json()).toMatchObject({ answer: { content: { answer: "[secret]" } } });
});

test("an optional secret reads as given where it was, also once it is deleted, and as nothing where it was not (C9, C12, W10)", async () => {
  await using stage = await createStage({ flags: sqlite });
  const field = (name: string) => ({ name, type: "secret", prompt: name, required: false });
  const asked = stage.call("elicit", { type: "form", prompt: "Keys?", fields: [field("one"), field("two")] });
  const [elicitation] = await opened(stage);
  const id = elicitation?.id ?? "";
  await stage.api.answer(id, { one: VALUE });
  const told = await asked;
  const { value: token } = await stage.app.tokens.add("viewer", ["answer"]);
  const look = async (path: string): Promise<unknown> =>
    (await stage.fetch(path, { headers: { authorization: `Bearer ${token}` } })).json();

  expect(told.text).toContain('{"one":"secret:one"}');
  expect(await look(`/api/v1/elicitations/${id}/answer`)).toHaveProperty("answer.content", {
    one: "[secret]",
  });
  expect(await look("/api/v1/history")).toHaveProperty("entries.0.content", { one: "[secret]" });
  const again = await stage.call("get_answer", { id });
  expect(again.text).toContain('{"one":"secret:one"}');
});

test("what was answered while no process was there is put into the vault by the next", async () => {
  const first = await createStage({ flags: sqlite });
  const { data } = await first.call("elicit", {
    type: "secret",
    prompt: "Token?",
    name: "k",
    wait_seconds: 0.01,
  });
  await first.app.close();
  await using second = await createStage({ flags: sqlite, folder: first.folder });
  await second.api.answer(String(data.id), { answer: VALUE });
  const { text } = await second.call("get_answer", { id: data.id, wait_seconds: 5 });
  expect(text).toContain("secret:k");
  expect(await (await vaultOf(second)).get(SECRET_OWNER, "k")).toBe(VALUE);
});

test("a sensitive choice is a handle too, and its value is taken out of the kept answer", async () => {
  await using stage = await createStage({ flags: sqlite });
  const asked = stage.call("elicit", {
    type: "form",
    prompt: "Account",
    fields: [
      { name: "bank", type: "choice", options: ["first bank", "second bank"], sensitive: true },
      { name: "city", type: "text" },
    ],
  });
  const [elicitation] = await opened(stage);
  await stage.api.answer(elicitation?.id ?? "", { bank: "second bank", city: "Lisbon" });
  const { data } = await asked;
  expect(data.content).toEqual({ bank: "secret:bank", city: "Lisbon" });
  expect(JSON.stringify(await stage.api.answerOf(elicitation?.id ?? ""))).not.toContain("second bank");
});

test("no file of the state folder and no line of the log holds what is secret", async () => {
  await using stage = await createStage({ flags: sqlite });
  const asked = stage.call("elicit", { type: "secret", prompt: "Key?", name: "key" });
  const [elicitation] = await opened(stage);
  await stage.api.answer(elicitation?.id ?? "", { answer: VALUE });
  await asked;
  const { url } = await stage.app.signInLink();
  const code = new URL(url).searchParams.get("code") ?? "";
  await stage.fetch(url);
  await stage.fetch(url);
  await stage.call("elicit", { type: "nonsense", prompt: "?" });
  const files = readdirSync(stage.folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const content = readFileSync(path, "latin1");
    expect([name, content.includes(VALUE), content.includes(code)]).toEqual([name, false, false]);
    if (name !== "token") expect([name, content.includes(stage.token)]).toEqual([name, false]);
    expect([name, statSync(path).mode & 0o077]).toEqual([name, 0]);
  }
  const log = stage.log.join("\n");
  for (const secret of [VALUE, code, stage.token]) expect(log).not.toContain(secret);
  expect(process.title).not.toContain(stage.token);
});

test("a secret that was asked through the API with a spec comes to its asker as a handle", async () => {
  await using stage = await createStage({ flags: sqlite });
  const spec = { type: "secret", prompt: "Enter your GitHub token" };
  const { elicitation } = await stage.api.create({ spec });
  await stage.api.answer(elicitation.id, { answer: VALUE });
  const { answer } = await stage.api.answerOf(elicitation.id, { waitSeconds: 1 });
  expect(answer).toMatchObject({ action: "accept", content: { answer: "secret:github_token" } });
  expect(await (await vaultOf(stage)).get(SECRET_OWNER, "github_token")).toBe(VALUE);
  await expect(
    stage.api.create({ spec: { type: "choice", prompt: "Bank?", options: ["a", "b"], sensitive: true } }),
  ).rejects.toMatchObject({ status: 400 });
});
