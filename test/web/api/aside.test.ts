// What people put aside, and who is muted: where it shows, and who hears of it.

import { describe, expect, it } from "vitest";
import type { Engine } from "../../../src/core/engine/engine.js";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createStage } from "./stage.js";

/** The events of a stream, without its signs of life. */
function readEvents(response: Response) {
  const reader = response.body?.getReader();
  return {
    async next(): Promise<string> {
      for (;;) {
        const text = Buffer.from((await reader?.read())?.value ?? []).toString();
        if (text === "" || text.startsWith("event: ")) return text;
      }
    },
    /** Whatever comes, once it has looked. */
    async nextSign(): Promise<void> {
      await reader?.read();
      await reader?.read();
    },
    cancel: () => reader?.cancel(),
  };
}

describe("what somebody puts aside", () => {
  it("is aside for them wherever they look from, and for nobody else (C6)", async () => {
    const { client } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    const [desk, phone, bob] = [client("ada:answer"), client("ada:answer,read"), client("bob:answer")];

    await desk.putAside(elicitation.id);

    expect((await phone.list()).elicitations).toMatchObject([{ status: "pending", aside: true }]);
    expect((await phone.get(elicitation.id)).elicitation.aside).toBe(true);
    expect((await bob.list()).elicitations[0]).not.toHaveProperty("aside");

    await phone.bringBack(elicitation.id);

    expect((await desk.list()).elicitations[0]).not.toHaveProperty("aside");
  });

  it("is nothing that they are at any longer; whoever else is stays at it (C7)", async () => {
    const { client, clock } = createStage();
    const [ada, bob] = [client("ada:answer"), client("bob:answer")];
    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    await ada.claim(elicitation.id, { forMs: 45_000 });
    await bob.putAside(elicitation.id);
    await clock.advance(10);
    expect((await bob.get(elicitation.id)).elicitation).toMatchObject({
      status: "active",
      claim: { by: "ada" },
    });

    await ada.putAside(elicitation.id);
    await clock.advance(10);

    expect((await bob.get(elicitation.id)).elicitation.status).toBe("pending");
  });

  it("can only be what they may see", async () => {
    const { client, broker } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?", audience: "bob" });
    await expect(client("ada:answer").putAside(elicitation.id)).rejects.toMatchObject({ status: 404 });
    await expect(client("bot:ask").putAside(elicitation.id)).rejects.toMatchObject({ status: 403 });
    expect([...(await broker.asides.list("ada"))]).toEqual([]);
  });

  it("is not aside any more once it is over", async () => {
    const { client } = createStage();
    const ada = client("ada:answer");
    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    await ada.putAside(elicitation.id);
    expect(await client("bob:answer").decline(elicitation.id)).not.toHaveProperty("aside");
    expect((await ada.list()).elicitations[0]).not.toHaveProperty("aside");
  });
});

describe("whoever watches", () => {
  it("hears that they have put something aside elsewhere, and nothing of others who do", async () => {
    const { client, send } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    const { feed, view } = await client("ada:answer").list();
    const stream = readEvents(
      await send("ada:answer", "GET", `/elicitations/watch?after=${feed}&view=${view}`),
    );
    const next = stream.next();
    await client("bob:answer").putAside(elicitation.id);
    await client("ada:answer").putAside(elicitation.id);
    const now = (await client("ada:answer").list()).view;
    expect(now).not.toBe(view);
    expect(await next).toBe(`event: view\ndata: {"view":"${now}"}\n\n`);
    await stream.cancel();
  });

  it("hears that somebody muted a server, and that it is over (C17)", async () => {
    const { client, send } = createStage();
    const { view } = await client("ada:answer").list();
    const stream = readEvents(await send("ada:answer", "GET", `/elicitations/watch?after=0&view=${view}`));
    const muted = stream.next();
    await client("bob:answer").mutes.add("noisy");
    expect(await muted).toMatch(/^event: view\n/);
    const unmuted = stream.next();
    await client("bob:answer").mutes.remove("noisy");
    expect(await unmuted).toMatch(/^event: view\n/);
    await stream.cancel();
  });

  it("hears at once what has changed since the list that they show", async () => {
    const { client, send } = createStage();
    const { feed, view } = await client("ada:answer").list();
    await client("bob:answer").mutes.add("noisy");
    const path = `/elicitations/watch?after=${feed}&view=${view}`;
    const stream = readEvents(await send("ada:answer", "GET", path));
    expect(await stream.next()).toMatch(/^event: view\n/);
    await stream.cancel();
  });

  it("misses nothing of it where the hint is lost: the next sign of life looks again", async () => {
    const engine = createMemoryEngine();
    const silent: Engine = { ...engine, bus: { ...engine.bus, publish: () => {} } };
    const { client, send, clock } = createStage({ heartbeatMs: 5_000, broker: { engine: silent } });
    const { view } = await client("ada:answer").list();
    const stream = readEvents(await send("ada:answer", "GET", `/elicitations/watch?after=0&view=${view}`));
    await stream.nextSign();
    const next = stream.next();
    await client("bob:answer").mutes.add("noisy");
    await clock.advance(5_000);
    expect(await next).toMatch(/^event: view\n/);
    await stream.cancel();
  });
});

it("a mute says how whoever muted is called, where that is known (C17)", async () => {
  const { client } = createStage({ nameOf: (id) => (id === "ada" ? "Ada" : undefined) });
  await client("ada:answer").mutes.add("noisy");
  expect(await client("bob:answer").mutes.list()).toMatchObject([{ by: "ada", name: "Ada" }]);
});
