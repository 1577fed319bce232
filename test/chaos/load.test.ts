// Many clients, and slow ones: nothing is lost, nothing is left, and memory has bounds.

import { expect, test } from "vitest";
import { initializeRequest, mirrorHeaders, requestOf } from "./fuzz-messages.js";
import { type Leave, RawConnection, type RawReply, rawRequest } from "./raw-connection.js";
import { type ServerProcess, startServer } from "./start-server.js";

const SESSIONS = 10_000;
const STREAMS = 2_000;
const LOGS = 10;
const CHANGES = 5;

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Does something for each of `items` over a few connections. */
async function overConnections<T>(
  port: number,
  items: readonly T[],
  act: (connection: RawConnection, item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    const connection = new RawConnection(port);
    for (let at = next++; at < items.length; at = next++) await act(connection, items[at] as T);
    connection.close();
  };
  await Promise.all(Array.from({ length: 32 }, work));
}

async function openSessions({ port }: ServerProcess, count: number): Promise<string[]> {
  const sessions: string[] = [];
  const body = JSON.stringify(initializeRequest(1));
  await overConnections(port, Array.from({ length: count }), async (connection) => {
    const reply = await connection.exchange(rawRequest("POST", json, body));
    sessions.push(reply?.headers["mcp-session-id"] ?? "");
  });
  return sessions;
}

const endSessions = ({ port }: ServerProcess, sessions: readonly string[]): Promise<void> =>
  overConnections(port, sessions, async (connection, session) => {
    const reply = await connection.exchange(rawRequest("DELETE", { "mcp-session-id": session }));
    expect(reply?.status).toBe(204);
  });

interface OpenStream {
  readonly connection: RawConnection;
  readonly ended: Promise<RawReply | undefined>;
}

async function openStream({ port }: ServerProcess, session: string, leave?: Leave): Promise<OpenStream> {
  const connection = new RawConnection(port);
  const { ended } = await connection.stream(
    rawRequest("GET", { accept: "text/event-stream", "mcp-session-id": session }),
    leave,
  );
  return { connection, ended };
}

/** The events of a body: sequence numbers of their ids, and their messages. */
function eventsOf(
  body: string,
): { sequence: number; message: { method: string; params?: { data?: { number: number } } } }[] {
  return [...body.matchAll(/^id: s\.(\d+)\ndata: (.+)$/gm)].map(([, sequence, data = ""]) => ({
    sequence: Number(sequence),
    message: JSON.parse(data),
  }));
}

/** Ten sessions to one stream, notifications on every stream, then the end: one half by DELETE, one by silence. */
async function round(
  server: ServerProcess,
  sessionCount: number,
  streamCount: number,
): Promise<(RawReply | undefined)[]> {
  const sessions = await openSessions(server, sessionCount);
  const streaming = sessions.slice(0, streamCount);
  const streams = await Promise.all(streaming.map((session) => openStream(server, session)));
  await server.ask("log", { sessions: streaming, from: 0, to: LOGS });
  for (let turn = 0; turn < CHANGES; turn += 1) await server.ask("changed");

  // The first half of the streams, and of the sessions without one, is deleted.
  const isDeleted = (index: number): boolean =>
    index < streamCount ? index < streamCount / 2 : index % 2 === 0;
  await endSessions(
    server,
    sessions.filter((_, index) => isDeleted(index)),
  );
  // The others go when their clients are gone and time has passed.
  const left = await Promise.all(
    streams.slice(streamCount / 2).map(({ connection, ended }) => {
      connection.socket.end();
      return ended;
    }),
  );
  const replies = [
    ...(await Promise.all(streams.slice(0, streamCount / 2).map(({ ended }) => ended))),
    ...left,
  ];
  for (const { connection } of streams) connection.close();
  await server.ask("quiet");
  await server.ask("advance", 700_000);
  await server.ask("advance", 700_000);
  return replies;
}

test("with 10,000 sessions and 2,000 streams nothing is lost, and nothing is left when they are gone", {
  timeout: 120_000,
}, async () => {
  await using server = await startServer("http");
  // Once beforehand, so that what the process keeps for its own speed is there already.
  await round(server, SESSIONS, STREAMS);
  const before = { ...(await server.ask("state")), ...(await server.ask("memory")) };

  const startedAt = performance.now();
  const replies = await round(server, SESSIONS, STREAMS);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);

  const expected = [
    ...Array.from({ length: LOGS }, (_, number) => number),
    ...Array.from({ length: CHANGES }, () => "changed"),
  ];
  expect(replies).toHaveLength(STREAMS);
  for (const [index, reply] of replies.entries()) {
    const events = eventsOf(reply?.body ?? "");
    expect(events.map(({ sequence }) => sequence)).toEqual(expected.map((_, at) => at + 1));
    expect(
      events.map(
        ({ message }) =>
          message.params?.data?.number ??
          (message.method === "notifications/resources/list_changed" ? "changed" : message),
      ),
    ).toEqual(expected);
    if (index < STREAMS / 2) expect(reply?.isWhole).toBe(true);
  }
  const after = { ...(await server.ask("state")), ...(await server.ask("memory")) };
  const growth = after.heapUsed / before.heapUsed - 1;
  console.log(
    `${SESSIONS} sessions, ${STREAMS} streams in ${seconds} s; heap ${before.heapUsed} to ${after.heapUsed} (${(growth * 100).toFixed(1)} %)`,
  );
  expect(after).toMatchObject({
    sessions: 0,
    connections: 0,
    listeners: before.listeners,
    resources: before.resources,
    terminated: before.terminated + SESSIONS,
    errors: 0,
  });
  expect(growth).toBeLessThan(0.1);
  expect(server.complaints()).toBe("");
});

const MEBIBYTE = 2 ** 20;

test("a client that does not read its session's stream costs bounded memory, and gets all in order or a clean end", {
  timeout: 60_000,
}, async () => {
  await using server = await startServer("http");
  const [session = ""] = await openSessions(server, 1);
  // Far more than the kernel's buffers and the event log of one stream hold.
  const logs = 8000;
  const { connection, ended } = await openStream(server, session, { after: `"number":${logs - 1},` });
  connection.socket.pause();
  const before = await server.ask("memory");

  await server.ask("log", { sessions: [session], from: 0, to: logs, size: 4000 });
  const during = await server.ask("memory");
  connection.socket.resume();
  const reply = await ended;
  connection.close();

  const numbers = eventsOf(reply?.body ?? "").map(({ message }) => message.params?.data?.number);
  console.log(
    `slow reader: ${numbers.length} of ${logs} events; server ${((during.heapUsed + during.external - before.heapUsed - before.external) / MEBIBYTE).toFixed(1)} MiB more`,
  );
  expect(numbers).toEqual(numbers.map((_, at) => at));
  // All of it, or a proper end.
  expect(numbers.at(-1) === logs - 1 || reply?.isWhole).toBe(true);
  expect(during.heapUsed + during.external - before.heapUsed - before.external).toBeLessThan(8 * MEBIBYTE);
});

test("a slow client that comes back where it left off gets the newest events", {
  timeout: 60_000,
}, async () => {
  await using server = await startServer("http");
  const [session = ""] = await openSessions(server, 1);
  const { connection, ended } = await openStream(server, session);
  connection.socket.pause();
  await server.ask("log", { sessions: [session], from: 0, to: 8000, size: 4000 });
  connection.socket.resume();
  const first = await ended;
  connection.close();
  const last = eventsOf(first?.body ?? "").at(-1)?.sequence ?? 0;

  const second = new RawConnection(server.port);
  const resumed = await second.stream(
    rawRequest("GET", {
      accept: "text/event-stream",
      "mcp-session-id": session,
      "last-event-id": `s.${last}`,
    }),
  );
  await server.ask("log", { sessions: [session], from: 8000, to: 8001 });
  await endSessions(server, [session]);
  const sequences = eventsOf((await resumed.ended)?.body ?? "").map(({ sequence }) => sequence);
  second.close();
  expect(sequences.at(-1)).toBe(8001);
  expect(sequences).toEqual(sequences.map((_, at) => (sequences[0] ?? 0) + at));
  expect(sequences[0]).toBeGreaterThan(last);
});

test("a slow client of a call gets a result that is larger than the log of its stream", {
  timeout: 60_000,
}, async () => {
  await using server = await startServer("http");
  const [session = ""] = await openSessions(server, 1);
  const message = requestOf("legacy", 1, "tools/call", {
    name: "flood",
    arguments: { count: 12_000, size: 2 * MEBIBYTE },
    _meta: { progressToken: "p" },
  });
  const connection = new RawConnection(server.port);
  const headers = { ...json, "mcp-session-id": session };
  const { ended } = await connection.stream(rawRequest("POST", headers, JSON.stringify(message)));
  connection.socket.pause();
  await server.ask("flooded");
  connection.socket.resume();
  const reply = await ended;
  connection.close();

  const messages = [...(reply?.body ?? "").matchAll(/^data: (.+)$/gm)].map(([, data = ""]) =>
    JSON.parse(data),
  );
  expect(messages.at(-1)?.result?.content[0].text).toHaveLength(2 * MEBIBYTE + "flooded".length);
  expect(reply?.isWhole).toBe(true);
});

test("a client that does not read a flood of progress costs bounded memory, and still gets its result", {
  timeout: 60_000,
}, async () => {
  await using server = await startServer("http");
  const before = await server.ask("memory");
  const message = requestOf("modern", 1, "tools/call", {
    name: "flood",
    arguments: { count: 20_000 },
    _meta: { progressToken: "p" },
  });
  const connection = new RawConnection(server.port);
  const { ended } = await connection.stream(
    rawRequest("POST", { ...json, ...mirrorHeaders(message) }, JSON.stringify(message)),
  );
  connection.socket.pause();
  await server.ask("flooded");
  const during = await server.ask("memory");
  connection.socket.resume();
  const reply = await ended;
  connection.close();

  const messages = [...(reply?.body ?? "").matchAll(/^data: (.+)$/gm)].map(([, data = ""]) =>
    JSON.parse(data),
  );
  const progress = messages.slice(0, -1).map(({ params }) => params.progress);
  console.log(
    `flood: ${progress.length} of 20000 progress notifications; server ${((during.heapUsed + during.external - before.heapUsed - before.external) / MEBIBYTE).toFixed(1)} MiB more`,
  );
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(new Set(progress).size).toBe(progress.length);
  expect(messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: "flooded" }] } });
  expect(messages.filter(({ result }) => result !== undefined)).toHaveLength(1);
  expect(reply?.isWhole).toBe(true);
  expect(during.heapUsed + during.external - before.heapUsed - before.external).toBeLessThan(8 * MEBIBYTE);
});
