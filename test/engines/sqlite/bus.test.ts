// The sockets behind the bus: who is reached, who is buried, and what is left.

import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import Libsql from "libsql";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Engine } from "../../../src/core/engine/engine.js";
import { createSqliteEngine, type SqliteEngineOptions } from "../../../src/engines/sqlite/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { temporaryFile } from "./temporary-file.js";

function open(path: string, options: Partial<SqliteEngineOptions> = {}): Engine {
  const engine = createSqliteEngine({ path, clock: createFakeClock(), ...options });
  onTestFinished(() => engine.close());
  return engine;
}

/** Subscribes, and gives what the next message is. */
async function next({ bus }: Engine, topic = "t"): Promise<{ message: Promise<string> }> {
  let hear: (message: string) => void = () => {};
  const message = new Promise<string>((resolve) => {
    hear = resolve;
  });
  await bus.subscribe(topic, (heard) => hear(heard));
  return { message };
}

function nodesIn(path: string): string[] {
  const database = new Libsql(path);
  const rows = database.prepare("SELECT address FROM nodes").raw().all() as string[][];
  database.close();
  return rows.map(([address = ""]) => address);
}

describe("a node", () => {
  it("has no socket until somebody listens there", async () => {
    const path = temporaryFile();
    const engine = open(path);
    await engine.bus.publish("t", "a");
    expect(existsSync(`${path}-bus`)).toBe(false);
    expect(nodesIn(path)).toEqual([]);
  });

  it("with a path too long for a socket has it in a private temporary directory", async () => {
    const path = temporaryFile(`${"long".repeat(30)}.db`);
    const one = open(path);
    const two = open(path);
    const { message } = await next(one);
    const [address = ""] = nodesIn(path);
    expect(dirname(address)).not.toBe(`${path}-bus`);
    await two.bus.publish("t", "a");
    expect(await message).toBe("a");
    await one.close();
    expect(existsSync(dirname(address))).toBe(false);
  });

  it("that was taken for dead is heard of again", async () => {
    const path = temporaryFile();
    const clock = createFakeClock();
    const one = open(path, { clock, pollMs: 1_000 });
    const two = open(path);
    const { message } = await next(one);
    const [before = ""] = nodesIn(path);
    const other = new Libsql(path);
    other.exec("DELETE FROM nodes");
    other.close();
    rmSync(before);
    await clock.advance(1_000);
    // It registers in its own time; then the path is another.
    while (nodesIn(path).length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(nodesIn(path)).not.toEqual([before]);
    await two.bus.publish("t", "found");
    expect(await message).toBe("found");
  });

  it("hangs up on a line without end", async () => {
    const path = temporaryFile();
    const errors: unknown[] = [];
    const engine = open(path, { onError: (error) => errors.push(error) });
    await next(engine);
    const [address = ""] = nodesIn(path);
    const stranger = connect(address);
    const hungUp = new Promise((resolve) => stranger.once("close", resolve));
    stranger.on("error", () => {}).resume();
    for (let count = 0; count < 17; count += 1) stranger.write(Buffer.alloc(2 ** 20, "x"));
    await hungUp;
    expect(errors).toHaveLength(1);
  });

  it("tells its operator of what is no message, and goes on", async () => {
    const path = temporaryFile();
    const errors: unknown[] = [];
    const engine = open(path, { onError: (error) => errors.push(error) });
    const { message } = await next(engine);
    const [address = ""] = nodesIn(path);
    const stranger = connect(address);
    const hungUp = new Promise((resolve) => stranger.once("close", resolve));
    stranger.on("error", () => {}).write("no json\n");
    stranger.resume();
    await hungUp;
    expect(errors).toHaveLength(1);
    await open(path).bus.publish("t", "sense");
    expect(await message).toBe("sense");
  });

  it("tells its operator of what a listener throws", async () => {
    const errors: unknown[] = [];
    const engine = open(temporaryFile(), { onError: (error) => errors.push(error) });
    await engine.bus.subscribe("t", () => {
      throw new Error("on purpose");
    });
    const { message } = await next(engine);
    await engine.bus.publish("t", "a");
    expect(await message).toBe("a");
    expect(errors).toMatchObject([{ message: "on purpose" }]);
  });
});

describe("what a killed process leaves", () => {
  it("is removed by the next one that opens the file", async () => {
    const path = temporaryFile();
    const first = open(path);
    await next(first);
    const socket = join(`${path}-bus`, "0123456789abcdef");
    writeFileSync(socket, "");
    const other = new Libsql(path);
    other.prepare("INSERT INTO nodes VALUES (?, ?)").run("0123456789abcdef", socket);
    other.close();
    const second = open(path);
    while (nodesIn(path).length > 1 || existsSync(socket))
      await new Promise((resolve) => setImmediate(resolve));
    await second.close();
    expect(readdirSync(`${path}-bus`)).toHaveLength(1);
  });
});
