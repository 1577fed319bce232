// A server that stops leaves no stream open, and cuts none off that is being written.

import { describe, expect, it } from "vitest";
import { allow, createServer, type Engine, type ServerOptions } from "../../../src/index.js";
import { engines } from "../async-engine.js";
import { readEvents } from "../event-stream.js";
import { openSession } from "../speak.js";

const KEYS = ["a key of two nodes, long enough to be one"];

const settle = async (): Promise<void> => {
  for (let left = 40; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
};

describe.each(engines)("on an engine that %s, a server that stops", (_name, createEngine) => {
  function make(options: Partial<ServerOptions> = {}) {
    let finish = (): void => {};
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine: createEngine(),
      keys: KEYS,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      ...options,
    });
    server.tool("hold", {}, (_input, ctx) => {
      ctx.progress(1);
      return new Promise<string>((resolve) => {
        finish = () => resolve("held");
      });
    });
    return { server, finish: () => finish() };
  }

  const hold = {
    jsonrpc: "2.0",
    id: "held",
    method: "tools/call",
    params: { name: "hold", _meta: { progressToken: 1 } },
  };

  /** A `connect` that waits, once it is told to. */
  function makeGate() {
    let open = (): void => {};
    let gate: Promise<void> | undefined;
    return {
      connect: async () => {
        await gate;
        return allow({});
      },
      shut: () => {
        gate = new Promise((resolve) => {
          open = resolve;
        });
      },
      open: () => open(),
    };
  }

  it("ends a session's stream that was let in meanwhile", async () => {
    const gate = makeGate();
    const { server } = make({ connect: gate.connect });
    const session = await openSession(server);
    gate.shut();
    const listening = session.listen();
    const closed = server.close();
    gate.open();
    await closed;
    await (await listening).ended();
  });

  it("ends streams it reads for another node, open ones and those let in meanwhile", async () => {
    const engine = createEngine();
    const gate = makeGate();
    const [one, two] = [make({ engine }), make({ engine, connect: gate.connect })];
    const here = await openSession(one.server);
    const broken = readEvents(await here.post(hold));
    const { eventId } = await broken.message();
    await broken.close();
    const open = await here.through(two.server).listen(eventId);
    gate.shut();
    const late = here.through(two.server).listen(eventId);
    const closed = two.server.close();
    gate.open();
    await closed;
    await open.ended();
    await (await late).ended();
    one.finish();
    await one.server.close();
  });

  it("has written the last response when it has stopped", async () => {
    const whole = createEngine();
    const logged: string[] = [];
    const engine: Engine = {
      ...whole,
      events: {
        ...whole.events,
        end: async (stream) => {
          await settle();
          await whole.events.end(stream);
          logged.push("ended");
        },
      },
    };
    const { server, finish } = make({ engine });
    const session = await openSession(server);
    const stream = readEvents(await session.post(hold));
    await stream.message();
    const closed = server.close();
    finish();
    await closed;
    expect(logged).toEqual(["ended"]);
    expect(await stream.message()).toMatchObject({ id: "held", result: {} });
    await stream.ended();
  });

  it("has told the calls it ended when it has stopped", async () => {
    const whole = createEngine();
    const logged: string[] = [];
    const engine: Engine = {
      ...whole,
      events: {
        ...whole.events,
        end: async (stream) => {
          await settle();
          await whole.events.end(stream);
          logged.push("ended");
        },
      },
    };
    const { server } = make({ engine });
    const session = await openSession(server);
    const stream = readEvents(await session.post(hold));
    await stream.message();
    await server.close({ graceMs: 0 });
    expect(logged).toEqual(["ended"]);
    expect(await stream.message()).toMatchObject({ id: "held", error: {} });
    await stream.ended();
  });
});
