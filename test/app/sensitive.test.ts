// What an agent's spec calls sensitive, where its field is no secret: hidden from everybody else while the vault has it not.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createStage, opened, type Stage } from "./stage.js";

const SENSITIVE = 48_151_623;

/** Asks for a sensitive number and a text, with a vault that takes nothing, so that the answer stays as it was given. */
async function answerWithoutVault(stage: Stage): Promise<string> {
  mkdirSync(stage.app.folder.vault);
  const asked = stage.call("elicit", {
    type: "form",
    prompt: "Account",
    fields: [
      { name: "account", type: "number", sensitive: true },
      { name: "city", type: "text" },
    ],
    wait_seconds: 0.01,
  });
  const [elicitation] = await opened(stage);
  const id = elicitation?.id ?? "";
  await asked;
  await stage.api.answer(id, { account: SENSITIVE, city: "Lisbon" });
  return id;
}

test("whoever may read sees no sensitive answer, in no list and no export (C12)", async () => {
  await using stage = await createStage({ flags: { engine: "sqlite:state.db" } });
  const id = await answerWithoutVault(stage);
  const { value } = await stage.app.tokens.add("reader", ["read"]);
  const get = async (path: string): Promise<string> => {
    const response = await stage.fetch(`/api/v1${path}`, { headers: { authorization: `Bearer ${value}` } });
    return response.text();
  };

  for (const path of [
    `/elicitations/${id}/answer`,
    "/history",
    "/history?format=csv",
    "/history?format=json",
  ]) {
    const seen = await get(path);
    expect([path, seen.includes(String(SENSITIVE)), seen.includes("Lisbon")]).toEqual([path, false, true]);
  }
  expect(await get(`/history?text=${SENSITIVE}`)).not.toContain(id);
});

test("a webhook that is told answers is told no sensitive one (C12)", async () => {
  const bodies: string[] = [];
  const receiver = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const folder = mkdtempSync(join(tmpdir(), "beckon-sensitive-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, ".beckon"), { mode: 0o700 });
  const config = {
    webhooks: [{ url: `http://127.0.0.1:${port}/hook`, secret, includeContent: true }],
    webhookAllow: ["127.0.0.1"],
  };
  writeFileSync(join(folder, ".beckon", "config.json"), JSON.stringify(config), { mode: 0o600 });
  await using stage = await createStage({ folder, flags: { engine: "sqlite:state.db" } });
  await answerWithoutVault(stage);

  await expect.poll(() => bodies.some((body) => body.includes("elicitation.settled"))).toBe(true);
  expect(bodies.join()).toContain("Lisbon");
  expect(bodies.join()).not.toContain(String(SENSITIVE));
});
