// Servers on one SQLite file, at the same time and one after another: what must be true of nodes and of restarts.

import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteEngine, type SqliteEngineOptions } from "../../../src/engines/sqlite/index.js";
import { allow, createServer, type Server, type ServerOptions, type Terminated } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { temporaryFile } from "../../engines/sqlite/temporary-file.js";
import { ABLE, accept, answerIn, ask, callIn, textOf, YES } from "../asking/talk.js";
import { readEvents } from "../event-stream.js";
import { openSession } from "../speak.js";

const OLD = "an old key of the service, long enough to be one";
const NEW = "a new key of the service, long enough to be one";
const ROUNDS = 5;

interface Started {
  readonly server: Server;
  stop(): Promise<void>;
}

interface StartOptions extends Partial<ServerOptions> {
  readonly sqlite?: Partial<SqliteEngineOptions>;
}

/** A service: what its servers did, and a way to start one. */
function makeService() {
  const path = temporaryFile();
  const effects: string[] = [];
  /** What executions saw of the steps' dates. */
  const kinds = new Set<string>();
  const terminated: Terminated[] = [];
  const errors: string[] = [];
  const clock = createFakeClock({ now: 1_700_000_000_000 });

  function define(server: Server): void {
    server.tool("five", {}, async (_input, ctx) => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await ctx.confirm(`Question ${round}?`, { key: `ask ${round}` });
        const date = await ctx.step(`step ${round}`, () => {
          effects.push(`step ${round}`);
          return new Date(round);
        });
        kinds.add(`${typeof date} of step ${round}: ${JSON.stringify(date)}`);
      }
      return "done";
    });
    server.tool("counts", {}, async (_input, ctx) => {
      for (let count = 1; count <= 20; count += 1) ctx.progress(count);
      await ctx.confirm("Go on?", { key: "go" });
      return "counted";
    });
  }

  function start({ sqlite = {}, ...options }: StartOptions = {}): Started {
    const engine = createSqliteEngine({ path, clock, ...sqlite });
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine,
      keys: [OLD],
      clock,
      connect: () => allow({ principal: { id: "ada" } }),
      terminate: (event) => void terminated.push(event),
      logger: { debug() {}, info() {}, warn() {}, error: (message) => void errors.push(message) },
      ...options,
    });
    define(server);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= (async () => {
        const closed = server.close({ graceMs: 0 });
        await clock.advance(2000);
        await closed;
        await engine.close();
      })();
      return stopped;
    };
    onTestFinished(async () => {
      await stop();
      expect(errors).toEqual([]);
    });
    return { server, stop };
  }
  return { start, effects, kinds, terminated, clock };
}

type Service = ReturnType<typeof makeService>;

/** Sees `five` through, with something between its rounds; gives the last reply. */
async function seeThrough(
  service: Service,
  send: (retry: { state?: unknown; answers?: object }) => Promise<Awaited<ReturnType<typeof ask>>>,
) {
  let reply = await send({});
  for (let round = 1; reply.isAsking; round += 1) {
    expect(service.effects).toHaveLength(round - 1);
    reply = await send({ state: reply.state, answers: { [reply.key]: YES } });
  }
  return reply;
}

describe("a service that is started anew between all rounds", () => {
  it("runs each step once, and its Date is the same in every execution (part 2, test 4)", async () => {
    const service = makeService();
    const reply = await seeThrough(service, async (retry) => {
      const { server, stop } = service.start();
      const reply = await ask(server, "five", retry);
      await stop();
      return reply;
    });
    expect(reply.text).toBe("done");
    expect(service.kinds.size).toBe(ROUNDS);
    expect(service.effects).toEqual(["step 1", "step 2", "step 3", "step 4", "step 5"]);
  });

  it("gives the identical response to a retry whose reply was lost (part 2, test 7)", async () => {
    const service = makeService();
    const reply = await seeThrough(service, async (retry) => {
      const before = service.start();
      const lost = await ask(before.server, "five", retry);
      await before.stop();
      const after = service.start();
      const again = await ask(after.server, "five", retry);
      await after.stop();
      // The first round has no state yet, so it is a new run.
      if (retry.state !== undefined) expect(again.message).toEqual(lost.message);
      return again;
    });
    expect(reply.text).toBe("done");
    expect(service.effects).toHaveLength(ROUNDS);
  });

  it("gives it to retries on two nodes at the same moment, too (part 2, test 7)", async () => {
    const service = makeService();
    const reply = await seeThrough(service, async (retry) => {
      const nodes = [service.start(), service.start()];
      const [left, right] = await Promise.all(nodes.map(({ server }) => ask(server, "five", retry)));
      await Promise.all(nodes.map(({ stop }) => stop()));
      if (left === undefined || right === undefined) throw new Error("There are two nodes.");
      if (retry.state !== undefined) expect(right.message).toEqual(left.message);
      return right;
    });
    expect(reply.text).toBe("done");
    expect(service.effects).toHaveLength(ROUNDS);
  });

  it("goes on with runs of both eras under a new key, while the old one is in the ring", async () => {
    const service = makeService();
    const before = service.start();
    const session = await openSession(before.server, { capabilities: ABLE });
    const stream = await callIn(session, "five");
    const question = await stream.message();
    const { state, key } = await ask(before.server, "five");
    await before.stop();
    const after = service.start({ keys: [NEW, OLD] });
    const there = session.through(after.server);
    await answerIn(there, question, YES);
    const resumed = await there.listen(question.eventId);
    expect(await resumed.message()).toMatchObject({ params: { message: "Question 2?" } });
    await resumed.close();
    const second = await ask(after.server, "five", { state, answers: { [key]: YES } });
    expect(second.message1).toBe("Question 2?");
    await after.stop();
    // What was sealed anew needs the old one no more.
    const last = service.start({ keys: [NEW] });
    const third = await ask(last.server, "five", { state: second.state, answers: { [second.key]: YES } });
    expect(third.message1).toBe("Question 3?");
  });
});

describe("two servers on one SQLite file", () => {
  it("end an idle session once, and tell the application once", async () => {
    const service = makeService();
    const options = { http: { sessionIdleMs: 60_000 } };
    const [one, two] = [service.start(options), service.start(options)];
    const session = await openSession(one.server, { capabilities: ABLE });
    await session.request("ping");
    await session.through(two.server).request("ping");
    for (let left = 30; left > 0; left -= 1) {
      await service.clock.advance(5000);
      await turns();
    }
    expect(service.terminated).toMatchObject([{ sessionId: session.id, reason: "idle" }]);
    for (const { server } of [one, two])
      expect((await session.through(server).request("ping")).status).toBe(404);
  });

  it("end a session once that is deleted on both at the same moment", async () => {
    const service = makeService();
    const [one, two] = [service.start(), service.start()];
    for (let count = 0; count < 10; count += 1) {
      const session = await openSession(one.server);
      await Promise.all([session.end(), session.through(two.server).end()]);
      expect((await session.through(two.server).request("ping")).status).toBe(404);
    }
    expect(service.terminated).toHaveLength(10);
  });

  it("pass over what a stream's log no longer has, and bring what comes after", async () => {
    const service = makeService();
    const sqlite = { events: { maxEventsPerStream: 4 } };
    const [one, two] = [service.start({ sqlite }), service.start({ sqlite })];
    const session = await openSession(one.server, { capabilities: ABLE });
    const body = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "counts", arguments: {}, _meta: { progressToken: 1 } },
    };
    const stream = readEvents(await session.post(body));
    const first = await stream.message();
    expect(first).toMatchObject({ params: { progress: 1 } });
    let question = first;
    while (question.method !== "elicitation/create") question = await stream.message();
    await stream.close();
    // 2 to 17 are gone.
    const there = session.through(two.server);
    const resumed = await there.listen(first.eventId);
    for (const progress of [18, 19, 20])
      expect(await resumed.message()).toMatchObject({ params: { progress } });
    expect(await resumed.message()).toMatchObject({ id: question.id });
    await answerIn(there, question, accept({ confirmed: true }));
    expect(textOf((await resumed.message()).result)).toBe("counted");
    await resumed.ended();
  });
});

/** Lets transactions and what follows from them happen. */
async function turns(): Promise<void> {
  for (let left = 20; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}
