// What operators see: metrics, webhooks, and a start that fails as a whole.

import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createStage } from "./stage.js";

function createFolder(config: object): string {
  const folder = mkdtempSync(join(tmpdir(), "beckon-operating-"));
  mkdirSync(join(folder, ".beckon"), { mode: 0o700 });
  writeFileSync(join(folder, ".beckon", "config.json"), JSON.stringify(config), { mode: 0o600 });
  return folder;
}

test("metrics count calls by tool, and what became of elicitations", async () => {
  await using stage = await createStage();
  await stage.call("elicit", { type: "text", prompt: "Which city?", wait_seconds: 0.01 });
  const response = await stage.fetch("/metrics", { headers: { authorization: `Bearer ${stage.token}` } });
  expect(response.headers.get("content-type")).toContain("text/plain");
  const metrics = await response.text();
  expect(metrics).toContain('beckon_elicitations_total{mode="inline",event="created"} 1');
  expect(metrics).toMatch(/beckon_requests_total\{.*tool="elicit".*\} 1/);
  expect(metrics).not.toContain("Which city?");
});

test("a webhook of the config file is told of what is asked, without the answer", async () => {
  const bodies: string[] = [];
  const receiver = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(204).end();
    receiver.emit("delivered");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const folder = createFolder({
    webhooks: [{ url: `http://127.0.0.1:${port}/hook`, secret }],
    webhookAllow: ["127.0.0.1"],
  });
  await using stage = await createStage({ folder });
  const delivered = once(receiver, "delivered");
  const { data } = await stage.call("elicit", { type: "text", prompt: "Which city?", wait_seconds: 0.01 });
  await delivered;
  const settled = once(receiver, "delivered");
  await stage.api.answer(String(data.id), { answer: "Lisbon" });
  await settled;
  expect(bodies.map((body) => JSON.parse(body).type)).toEqual(["elicitation.created", "elicitation.settled"]);
  expect(bodies.join()).toContain(String(data.id));
  expect(bodies.join()).not.toContain("Lisbon");
  await stage.app.close();
  await new Promise((resolve) => receiver.close(resolve));
});

test("a folder whose keys do not open its vault is told so, and everything that was opened is closed", async () => {
  const flags = { engine: "sqlite:state.db" };
  const first = await createStage({ flags });
  const vault = join(first.app.folder.path, "vault");
  await first.app.close();
  writeFileSync(vault, "beckon-vault-1\nAAAA\n", { mode: 0o600 });
  await expect(createStage({ flags, folder: first.folder })).rejects.toMatchObject({ code: "unreadable" });
  writeFileSync(vault, "", { mode: 0o600 });
  await expect(createStage({ flags, folder: first.folder })).rejects.toMatchObject({ code: "unreadable" });
});
