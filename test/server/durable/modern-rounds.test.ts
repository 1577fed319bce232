// Modern rounds on a shared engine: the same request on two nodes is one round, and a node that dies in it is replaced.

import { describe, expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../../src/broker/index.js";
import type { Server } from "../../../src/index.js";
import { ask, settle, YES } from "../asking/talk.js";
import { gateOf, KEY, makeNodes, type Nodes } from "./nodes.js";

function define(server: Server, name: string, nodes: Nodes): void {
  server.tool("pay", {}, async (_input, ctx) => {
    const isSure = await ctx.confirm("Pay?", { key: "sure" });
    const id = ctx.uuid();
    await ctx.step("check", () => void nodes.effects.push(`check ${id}`));
    await ctx.step("pay", async () => {
      nodes.effects.push(`pay ${id}`);
      await nodes.gates.get(`${name} pay`)?.opened;
    });
    nodes.effects.push(`went on ${name}`);
    return JSON.stringify([isSure, id]);
  });
}

async function begin() {
  const nodes = makeNodes(define);
  const [one, two] = [nodes.add("one"), nodes.add("two")];
  const { state } = await ask(one.server, "pay");
  const retry = { state, answers: { sure: YES } };
  const steps = (): readonly string[] =>
    nodes.effects.filter((effect) => !effect.startsWith("went")).map((effect) => effect.split(" ")[0] ?? "");
  return { nodes, one, two, retry, steps };
}

describe("the same state with the same answers, sent to two nodes at once,", () => {
  it("is executed once, and both give the same reply", async () => {
    const { nodes, one, two, retry, steps } = await begin();
    const replies = await Promise.all([
      ask(one.server, "pay", retry),
      ask(two.server, "pay", retry),
      ask(two.server, "pay", retry),
    ]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(steps()).toEqual(["check", "pay"]);
    expect(nodes.effects).toHaveLength(3);
  });

  it("waits for a step that runs on the other node", async () => {
    const { nodes, one, two, retry, steps } = await begin();
    const held = gateOf(nodes, "one pay");
    const first = ask(one.server, "pay", retry);
    await settle();
    const second = ask(two.server, "pay", retry);
    await nodes.lapse();
    expect(steps()).toEqual(["check", "pay"]);
    held.open();
    expect((await second).text).toBe((await first).text);
    expect(steps()).toEqual(["check", "pay"]);
  });

  it("waits without hurry for a node whose first key it does not have", async () => {
    const nodes = makeNodes(define);
    const newer = "a newer key of the same service, long enough";
    const one = nodes.add("one", { keys: [KEY, newer] });
    const two = nodes.add("two", { keys: [newer] });
    const { state } = await ask(two.server, "pay");
    const retry = { state, answers: { sure: YES } };
    const held = gateOf(nodes, "one pay");
    const first = ask(one.server, "pay", retry);
    await settle();
    let reads = 0;
    const { get } = two.engine.records;
    two.engine.records.get = (key) => {
      reads += 1;
      return get(key);
    };
    const second = ask(two.server, "pay", retry);
    await settle(500);
    expect(reads).toBeLessThan(20);
    expect(nodes.effects).toHaveLength(2);
    held.open();
    await Promise.all([first, second]);
    expect(nodes.effects.filter((effect) => effect.startsWith("pay"))).toHaveLength(1);
  });

  it("goes on where a node died: from its steps, with the values that they were given", async () => {
    const { nodes, one, two, retry, steps } = await begin();
    gateOf(nodes, "one pay");
    void ask(one.server, "pay", retry);
    await settle();
    one.kill();
    const second = ask(two.server, "pay", retry);
    await nodes.lapse();
    const { text } = await second;
    const [, id] = JSON.parse(text) as [boolean, string];
    // It died between effect and record.
    expect(steps()).toEqual(["check", "pay", "pay"]);
    expect(nodes.effects.slice(0, 3)).toEqual([`check ${id}`, `pay ${id}`, `pay ${id}`]);
  });

  it("has its reply also when the claim on it cannot be released", async () => {
    const { one, two, retry } = await begin();
    const { remove } = one.engine.records;
    one.engine.records.remove = async (key, version) => {
      if (key.startsWith("claim:")) throw new Error("no engine");
      return remove(key, version);
    };
    const { text } = await ask(one.server, "pay", retry);
    expect(text).toMatch(/^\[true,/);
    expect((await ask(two.server, "pay", retry)).text).toBe(text);
  });

  it("is not gone on with by a node that only seemed to be dead", async () => {
    const { nodes, one, two, retry } = await begin();
    const held = gateOf(nodes, "one pay");
    const first = ask(one.server, "pay", retry);
    await settle();
    one.pause();
    const second = ask(two.server, "pay", retry);
    await nodes.lapse();
    await second;
    held.open();
    one.wake();
    expect((await first).error.message).toContain("send it again");
    expect(nodes.effects.filter((effect) => effect === "went on one")).toEqual([]);
    expect((await ask(one.server, "pay", retry)).text).toBe((await second).text);
  });
});

it("a response that is held when its node stops gives the client the state to go elsewhere with", async () => {
  const nodes = makeNodes((server) =>
    server.tool("deploy", {}, async (_input, ctx) =>
      String(await ctx.confirm("Deploy?", { key: "sure", audience: "bob" })),
    ),
  );
  const broker = createBroker({ engine: nodes.engine, keys: [KEY], clock: nodes.clock });
  onTestFinished(() => broker.close());
  const responder = broker.responder({ kept: true });
  const [one, two] = [nodes.add("one", { responder }), nodes.add("two", { responder })];
  const held = ask(one.server, "deploy");
  await settle();
  const closing = one.server.close({ graceMs: 60_000 });
  const { state } = await held;
  expect(state).toEqual(expect.any(String));
  await closing;
  const [kept] = (await broker.list()).elicitations;
  await broker.settle(kept?.id ?? "", { action: "accept", content: { confirmed: true } }, { by: "bob" });
  expect((await ask(two.server, "deploy", { state })).text).toBe("true");
});
