// Hostile input: whatever arrives, the process lives, the answer is the right error, and nothing is left behind.
//
// BECKON_FUZZ_SEED=n runs the same inputs again.

import { expect, test } from "vitest";
import { type Case, makeCase, type World } from "./fuzz-cases.js";
import {
  breakText,
  initializeRequest,
  type Message,
  requestOf,
  spoil,
  validRequest,
  withDuplicateKey,
  withHugeNumber,
  withNesting,
  withPrototypeKey,
} from "./fuzz-messages.js";
import { leaksIn, problemsOf, problemsOfMessage } from "./fuzz-oracle.js";
import { createRandom } from "./random.js";
import { RawConnection, type RawReply, rawRequest } from "./raw-connection.js";
import { type ServerProcess, startServer } from "./start-server.js";

const seed = Number(process.env.BECKON_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

const REQUESTS = 20_000;
const WARM_UP = 6_000;
const LINES = 8_000;
const LINES_WARM_UP = 6_000;
const CONNECTIONS = 12;

interface Failure {
  readonly index: number;
  readonly name: string;
  readonly problems: readonly string[];
  readonly sent: string;
  readonly reply: RawReply | undefined;
}

test("no request over HTTP gets anything but a proper answer, and none leaves anything behind", {
  timeout: 120_000,
}, async () => {
  console.log(`BECKON_FUZZ_SEED=${seed}`);
  await using server = await startServer("http");
  const world = await prepare(server);
  const sessions = new Set<string>();
  const counts = new Map<string, number>();

  const failures = await fuzz(server, world, { from: 0, to: WARM_UP, sessions, counts });
  await forget(server, sessions);
  const before = await server.ask("memory");
  failures.push(...(await fuzz(server, world, { from: WARM_UP, to: WARM_UP + REQUESTS, sessions, counts })));
  await forget(server, sessions);
  const after = await server.ask("memory");

  const growth = after.heapUsed / before.heapUsed - 1;
  console.log(
    `${WARM_UP + REQUESTS} inputs of ${counts.size} kinds; heap ${mebibytes(before.heapUsed)} to ${mebibytes(after.heapUsed)} MiB (${(growth * 100).toFixed(1)} %)`,
  );
  expect(failures.slice(0, 5)).toEqual([]);
  expect(server.complaints()).toBe("");
  expect(growth).toBeLessThan(0.1);
});

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

/** Opens what the cases need: sessions of two principals, and a cursor. */
async function prepare({ port }: ServerProcess): Promise<World> {
  const connection = new RawConnection(port);
  const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const open = async (who: string, version: string): Promise<string> => {
    const body = JSON.stringify(initializeRequest(1, version));
    const reply = await connection.exchange(
      rawRequest("POST", { ...json, authorization: `Bearer ${who}` }, body),
    );
    return reply?.headers["mcp-session-id"] ?? "";
  };
  const ann = await open("ann", "2025-11-25");
  const annWithBatches = await open("ann", "2025-03-26");
  const bob = await open("bob", "2025-11-25");
  const list = JSON.stringify(requestOf("legacy", 1, "tools/list", {}));
  const page = await connection.exchange(
    rawRequest("POST", { ...json, authorization: "Bearer ann", "mcp-session-id": ann }, list),
  );
  connection.close();
  return { port, ann, annWithBatches, bob, cursor: JSON.parse(page?.body ?? "").result.nextCursor };
}

interface Share {
  readonly from: number;
  readonly to: number;
  /** Takes the sessions that were opened on the way. */
  readonly sessions: Set<string>;
  readonly counts: Map<string, number>;
}

async function fuzz(
  server: ServerProcess,
  world: World,
  { from, to, sessions, counts }: Share,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  let index = from;
  const work = async (): Promise<void> => {
    let connection: RawConnection | undefined;
    while (index < to && failures.length < 20) {
      const own = index++;
      // Time goes on meanwhile: what was kept for a while only goes, and idle clocks turn.
      if (own % 500 === 0) await server.ask("advance", 1500);
      const made = makeCase(createRandom(seed, own), world, own);
      counts.set(made.name, (counts.get(made.name) ?? 0) + 1);
      if (connection === undefined || connection.isOver) connection = new RawConnection(server.port);
      const reply = await play(made, connection);
      if (reply?.headers.connection === "close") connection.close();
      const session = reply?.headers["mcp-session-id"];
      if (session !== undefined) sessions.add(session);
      const problems = problemsOf(reply, made.legal);
      if (problems.length > 0) {
        const sent = (made.bytes ?? Buffer.alloc(0)).subarray(0, 2000).toString();
        failures.push({ index: own, name: made.name, problems, sent, reply });
      }
    }
    connection?.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return failures;
}

/** How long an answer may take before it counts as none. */
const PATIENCE_MS = 10_000;

async function play({ bytes, script }: Case, connection: RawConnection): Promise<RawReply | undefined> {
  const isGet = bytes?.subarray(0, 4).toString() === "GET ";
  const answer =
    script?.() ??
    connection.exchange(bytes ?? "", isGet ? "at-head" : { after: "subscriptions/acknowledged" });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<RawReply>((resolve) => {
    timer = setTimeout(
      () => resolve({ status: 0, headers: {}, body: "no answer in time", isWhole: false }),
      PATIENCE_MS,
    );
  });
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  if (first?.status === 0) connection.close();
  return first;
}

/** Ends the sessions that were opened on the way, and lets go by what is kept for a while only. */
async function forget(server: ServerProcess, sessions: Set<string>): Promise<void> {
  const connection = new RawConnection(server.port);
  for (const session of sessions) {
    for (const who of ["ann", "bob"]) {
      const headers = { authorization: `Bearer ${who}`, "mcp-session-id": session };
      await connection.exchange(rawRequest("DELETE", headers));
    }
  }
  sessions.clear();
  connection.close();
  await server.ask("advance", 10_000);
}

test("no line over stdio gets anything but a proper answer, and none leaves anything behind", {
  timeout: 60_000,
}, async () => {
  await using server = await startServer("stdio");
  const { stdin, stdout } = server.child;
  if (stdin === null || stdout === null) throw new Error("The process has no pipes.");
  const received: Message[] = [];
  const problems: string[] = [];
  const waiting = new Map<unknown, () => void>();
  let pending = "";
  stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) {
      problems.push(...leaksIn(line));
      const read: Message | Message[] = JSON.parse(line);
      for (const message of Array.isArray(read) ? read : [read]) {
        // On a line there is no status; every code goes with 200 or with 400.
        const asResult = problemsOfMessage(message, 200, { statuses: [] });
        if (asResult.length > 0 && problemsOfMessage(message, 400, { statuses: [] }).length > 0)
          problems.push(...asResult);
        received.push(message);
        waiting.get(message.id)?.();
      }
    }
  });
  /** Lines are taken in order: when the answer to a later one is there, the others were taken. */
  const settle = async (id: string): Promise<void> => {
    const answered = new Promise<void>((resolve) => waiting.set(id, resolve));
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`);
    await answered;
  };
  stdin.write(`${JSON.stringify(initializeRequest("first"))}\n`);

  /** The ids of requests that must be answered, once. */
  const expected = new Set<string>();
  const send = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index += 1) {
      const { line, id } = makeLine(index);
      if (id !== undefined) expected.add(id);
      if (!stdin.write(line) || index % 200 === 0) await settle(`s-${index}`);
    }
    await settle(`e-${to}`);
  };
  await send(0, LINES_WARM_UP);
  received.length = 0;
  const before = await server.ask("memory");
  await send(LINES_WARM_UP, LINES_WARM_UP + LINES);
  await settle("last");
  expect(problems.slice(0, 5)).toEqual([]);
  const answers = new Map<unknown, number>();
  for (const { id } of received) answers.set(id, (answers.get(id) ?? 0) + 1);
  for (const id of expected)
    if (Number(id.slice(2)) >= LINES_WARM_UP) expect([id, answers.get(id)]).toEqual([id, 1]);
  expect(server.complaints()).toBe("");
  const after = await server.ask("memory");
  const growth = after.heapUsed / before.heapUsed - 1;
  console.log(
    `${LINES} lines; heap ${mebibytes(before.heapUsed)} to ${mebibytes(after.heapUsed)} MiB (${(growth * 100).toFixed(1)} %)`,
  );
  expect(growth).toBeLessThan(0.1);
});

/** A line, and the id that its answer must have when it is a request for sure. */
function makeLine(index: number): { line: string; id: string | undefined } {
  const random = createRandom(seed, 1_000_000 + index);
  const id = `l-${index}`;
  const message = validRequest(random, random.chance(0.5) ? "modern" : "legacy", id);
  switch (random.below(10)) {
    case 0:
      return {
        line: `${breakText(random, JSON.stringify(message)).toString().replaceAll("\n", " ")}\n`,
        id: undefined,
      };
    case 1:
    case 2:
      return { line: `${JSON.stringify(spoil(random, message))}\n`, id: undefined };
    case 3:
      return { line: `${withPrototypeKey(random, message)}\n`, id: undefined };
    case 4:
      return { line: `${withDuplicateKey(random, message)}\n`, id: undefined };
    case 5:
      return { line: `${withHugeNumber(random, message)}\n`, id: undefined };
    case 6:
      return { line: `${withNesting(random, message, random.pick([65, 1000]))}\n`, id: undefined };
    case 7:
      return {
        line: `${random.pick(["\n\n", "null\n", "[]\n", "[[]]\n", `[${JSON.stringify(message)}]\n`, "\r\n", "\u0000\n", "7\n", '"x"\n', `${"[".repeat(100)}\n`])}`,
        id: undefined,
      };
    default:
      return { line: `${JSON.stringify(message)}\n`, id };
  }
}
