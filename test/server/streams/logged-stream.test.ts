// A logged stream: connections come and go, the log is the truth, and nothing is lost, doubled or out of order.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import type { Engine, EventLog } from "../../../src/index.js";
import { LoggedStream } from "../../../src/server/streams/logged-stream.js";
import type { Sink } from "../../../src/server/streams/sink.js";
import { engines } from "../async-engine.js";

/** A connection that keeps what it is sent, and can be slow. */
class Connection implements Sink {
  readonly chunks: string[] = [];
  ended = false;
  /** How many more chunks it takes before it says it is full. */
  room = Number.POSITIVE_INFINITY;
  #listener: { drained(): void } | undefined;

  write(chunk: string): boolean {
    this.chunks.push(chunk);
    this.room -= 1;
    return this.room > 0;
  }
  end(): void {
    this.ended = true;
  }
  onDrain(listener: { drained(): void }): void {
    this.#listener = listener;
  }
  drain(room = Number.POSITIVE_INFINITY): void {
    this.room = room;
    this.#listener?.drained();
  }
  /** What was sent, as `<sequence>:<data>`. */
  get events(): readonly string[] {
    return this.chunks.flatMap((chunk) => {
      const found = /^id: [^.]+\.(\d+)\ndata: (.*)\n\n$/.exec(chunk);
      return found ? [`${found[1]}:${found[2]}`] : [];
    });
  }
}

const settle = async (): Promise<void> => {
  for (let left = 40; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
};

describe.each(engines)("on an engine that %s, a stream", (_name, createEngine) => {
  const open = (engine: Engine = createEngine(), lostMessages?: readonly string[]) =>
    new LoggedStream(
      {
        events: engine.events,
        onError: (error) => {
          throw error;
        },
        ...(lostMessages && { lostMessages: () => lostMessages }),
      },
      "session/c",
      "c",
    );

  it("sends events in order, with their numbers", async () => {
    const stream = open();
    const connection = new Connection();
    stream.open();
    stream.attach(connection);
    for (const data of ["a", "b", "c", "d", "e"]) stream.append(data);
    stream.end();
    await settle();
    expect(connection.events).toEqual(["1:a", "2:b", "3:c", "4:d", "5:e"]);
    expect(connection.ended).toBe(true);
  });

  it("greets a connection with the id to resume from", async () => {
    const stream = open();
    const [first, second] = [new Connection(), new Connection()];
    stream.open();
    stream.attach(first, (id) => `hello ${id}`);
    stream.append("a");
    stream.attach(second, (id) => `hello ${id}`);
    await settle();
    expect(first.chunks[0]).toBe("hello c.0");
    expect(second.chunks).toEqual(["hello c.1"]);
  });

  it("brings a slow connection up to date when it drains", async () => {
    const stream = open();
    const connection = new Connection();
    connection.room = 2;
    stream.open();
    stream.attach(connection);
    for (const data of ["a", "b", "c", "d"]) stream.append(data);
    stream.end();
    await settle();
    expect(connection.events).toEqual(["1:a", "2:b"]);
    connection.drain(1);
    await settle();
    expect(connection.events).toEqual(["1:a", "2:b", "3:c"]);
    expect(connection.ended).toBe(false);
    connection.drain();
    await settle();
    expect(connection.events).toEqual(["1:a", "2:b", "3:c", "4:d"]);
    expect(connection.ended).toBe(true);
  });

  it("replays to a connection that comes back what it missed, and goes on live", async () => {
    const stream = open();
    const [first, second] = [new Connection(), new Connection()];
    stream.open();
    stream.attach(first);
    stream.append("a");
    await settle();
    stream.detach(first);
    stream.append("b");
    stream.append("c");
    stream.resume(second, 1);
    stream.append("d");
    await settle();
    expect(first.events).toEqual(["1:a"]);
    expect(second.events).toEqual(["2:b", "3:c", "4:d"]);
  });

  it("sends each event on the newest connection only", async () => {
    const stream = open();
    const [older, newer] = [new Connection(), new Connection()];
    stream.open();
    stream.attach(older);
    stream.append("a");
    stream.attach(newer);
    stream.append("b");
    await settle();
    stream.detach(newer);
    stream.append("c");
    await settle();
    expect(older.events).toEqual(["1:a", "3:c"]);
    expect(newer.events).toEqual(["2:b"]);
  });

  it("catches up when another node wrote in between", async () => {
    const engine = createEngine();
    const [here, there] = [open(engine), open(engine)];
    const connection = new Connection();
    here.open();
    here.attach(connection);
    here.append("a");
    await settle();
    there.append("b");
    await settle();
    here.append("c");
    await settle();
    expect(connection.events).toEqual(["1:a", "2:b", "3:c"]);
  });

  it("goes on where others stopped when it joins", async () => {
    const engine = createEngine();
    const earlier = open(engine);
    earlier.open();
    earlier.append("old");
    await settle();
    const stream = open(engine);
    const connection = new Connection();
    stream.join();
    stream.attach(connection, (id) => `hello ${id}`);
    stream.append("new");
    await settle();
    expect(connection.chunks[0]).toBe("hello c.1");
    expect(connection.events).toEqual(["2:new"]);
  });

  it("still speaks to a connection whose log was begun anew", async () => {
    const engine = createEngine();
    const stream = open(engine);
    const connection = new Connection();
    stream.join();
    stream.resume(connection, 17);
    stream.append("a");
    stream.append("b");
    await settle();
    expect(connection.events).toEqual(["1:a", "2:b"]);
  });

  it("finds what another node added when it is told to look", async () => {
    const engine = createEngine();
    const [writer, reader] = [open(engine), open(engine)];
    const connection = new Connection();
    writer.open();
    writer.append("a");
    await settle();
    reader.resume(connection, 0);
    await settle();
    writer.append("b");
    writer.end();
    await settle();
    reader.refresh();
    await settle();
    expect(connection.events).toEqual(["1:a", "2:b"]);
    expect(connection.ended).toBe(true);
  });

  it("closes its connections on release, and goes on", async () => {
    const stream = open();
    const [first, second] = [new Connection(), new Connection()];
    stream.open();
    stream.attach(first);
    stream.append("a");
    stream.release("retry: 5\n\n");
    stream.append("b");
    await settle();
    expect(first.ended).toBe(true);
    expect(first.chunks.at(-1)).toBe("retry: 5\n\n");
    expect(first.events).toEqual(["1:a"]);
    expect(stream.attached).toBe(false);
    stream.resume(second, 1);
    await settle();
    expect(second.events).toEqual(["2:b"]);
  });

  it("tells a connection whose stream is forgotten that it is lost", async () => {
    const stream = open(createEngine(), ["lost"]);
    const connection = new Connection();
    stream.resume(connection, 3);
    await settle();
    expect(connection.chunks).toEqual(["data: lost\n\n"]);
    expect(connection.ended).toBe(true);
  });

  it("gives a slow connection the last event though it does not fit into the log", async () => {
    const engine = createEngine({ events: { maxBytesPerStream: 200 } });
    const stream = open(engine, ["lost"]);
    const [slow, late] = [new Connection(), new Connection()];
    slow.room = 1;
    stream.open();
    stream.attach(slow);
    stream.append("a");
    stream.append("x".repeat(500));
    stream.end();
    await settle();
    slow.drain();
    await settle();
    expect(slow.events).toEqual(["1:a", `2:${"x".repeat(500)}`]);
    expect(slow.ended).toBe(true);
    stream.resume(late, 1);
    await settle();
    expect(late.chunks).toEqual(["data: lost\n\n"]);
    expect(late.ended).toBe(true);
  });

  it("without an end closes a connection that fell behind what the log keeps", async () => {
    const engine = createEngine({ events: { maxEventsPerStream: 2 } });
    const stream = open(engine);
    const [slow, back] = [new Connection(), new Connection()];
    slow.room = 1;
    stream.join();
    stream.attach(slow);
    for (const data of ["a", "b", "c", "d", "e"]) stream.append(data);
    await settle();
    slow.drain();
    await settle();
    expect(slow.events).toEqual(["1:a"]);
    expect(slow.ended).toBe(true);
    stream.resume(back, 1);
    await settle();
    expect(back.events).toEqual(["4:d", "5:e"]);
    expect(back.ended).toBe(false);
  });
});

describe.each(engines)("on an engine that %s, of two connections of a stream", (_name, createEngine) => {
  const openWith = (
    older: Connection,
    newer: Connection,
    engine: Engine = createEngine(),
    lostMessages?: readonly string[],
  ) => {
    const stream = new LoggedStream(
      {
        events: engine.events,
        onError: (error) => {
          throw error;
        },
        ...(lostMessages && { lostMessages: () => lostMessages }),
      },
      "session/s",
      "s",
    );
    older.room = 1;
    stream.join();
    stream.attach(older);
    for (const data of ["a", "b"]) stream.append(data);
    stream.attach(newer);
    for (const data of ["c", "d"]) stream.append(data);
    return stream;
  };

  it("a slow older one catches up to where the newer one began, and no further", async () => {
    const [older, newer] = [new Connection(), new Connection()];
    const stream = openWith(older, newer);
    await settle();
    older.drain();
    await settle();
    stream.append("e");
    await settle();
    expect(older.events).toEqual(["1:a", "2:b"]);
    expect(newer.events).toEqual(["3:c", "4:d", "5:e"]);
  });

  it("the older one goes on after what the newer one had, slow or not", async () => {
    const [older, newer] = [new Connection(), new Connection()];
    const stream = openWith(older, newer);
    await settle();
    stream.detach(newer);
    stream.append("e");
    await settle();
    older.drain();
    stream.append("f");
    await settle();
    expect(older.events).toEqual(["1:a", "2:b", "5:e", "6:f"]);
    expect(newer.events).toEqual(["3:c", "4:d"]);
  });

  it("a newer one that comes back for old events has them to itself", async () => {
    const [older, newer, back] = [new Connection(), new Connection(), new Connection()];
    const stream = openWith(older, newer);
    await settle();
    stream.detach(newer);
    stream.resume(back, 1);
    await settle();
    older.drain();
    await settle();
    expect(older.events).toEqual(["1:a"]);
    expect(back.events).toEqual(["2:b", "3:c", "4:d"]);
  });

  it("a newer one that went before its turn takes nothing from the older one", async () => {
    const [older, newer, gone] = [new Connection(), new Connection(), new Connection()];
    const stream = openWith(older, newer);
    await settle();
    stream.detach(newer);
    stream.attach(gone);
    stream.detach(gone);
    stream.append("e");
    older.drain();
    await settle();
    expect(older.events).toEqual(["1:a", "2:b", "5:e"]);
    expect(gone.events).toEqual([]);
  });

  it("an older one that catches up leaves the newer one an event too large for the log", async () => {
    const [older, newer] = [new Connection(), new Connection()];
    const large = "x".repeat(500);
    const stream = openWith(older, newer, createEngine({ events: { maxBytesPerStream: 200 } }), ["lost"]);
    await settle();
    newer.room = 1;
    stream.append("e");
    stream.append(large);
    await settle();
    older.drain();
    await settle();
    newer.drain();
    await settle();
    expect(newer.events).toEqual(["3:c", "4:d", "5:e", `6:${large}`]);
  });
});

describe("on an engine that fails, a stream", () => {
  const broken: EventLog = {
    open: () => {},
    append: () => Promise.reject(new Error("down")),
    read: () => Promise.reject(new Error("down")),
    end: () => Promise.reject(new Error("down")),
    drop: () => Promise.reject(new Error("down")),
  };

  it("still gives the live connection its events, without ids, and ends", async () => {
    const errors: unknown[] = [];
    const stream = new LoggedStream(
      {
        events: broken,
        onError: (error) => errors.push(error),
      },
      "k",
      "c",
    );
    const connection = new Connection();
    stream.attach(connection);
    stream.append("a");
    stream.end();
    await settle();
    expect(connection.chunks).toEqual(["data: a\n\n"]);
    expect(connection.ended).toBe(true);
    expect(errors).toHaveLength(2);
  });

  const openOn = (events: Partial<EventLog>) => {
    const errors: unknown[] = [];
    const stream = new LoggedStream(
      {
        events: { ...createMemoryEngine().events, ...events },
        onError: (error) => errors.push(error),
      },
      "k",
      "c",
    );
    return { stream, errors };
  };

  it("closes a connection that cannot be brought up to date, so that it comes back", async () => {
    const { stream, errors } = openOn({ read: () => Promise.reject(new Error("down")) });
    const connection = new Connection();
    stream.open();
    stream.resume(connection, 0);
    await settle();
    expect(connection.ended).toBe(true);
    expect(stream.attached).toBe(false);
    expect(errors).toHaveLength(1);
  });

  it("closes a slow connection once it has everything, though the end could not be logged", async () => {
    const { stream, errors } = openOn({ end: () => Promise.reject(new Error("down")) });
    const connection = new Connection();
    connection.room = 1;
    stream.open();
    stream.attach(connection);
    for (const data of ["a", "b"]) stream.append(data);
    stream.end();
    await settle();
    expect(connection.ended).toBe(false);
    connection.drain();
    await settle();
    expect(connection.events).toEqual(["1:a", "2:b"]);
    expect(connection.ended).toBe(true);
    expect(errors).toHaveLength(1);
  });

  it("writes no more to a connection that is full when it is told to look", async () => {
    const { stream } = openOn({});
    const connection = new Connection();
    connection.room = 1;
    stream.open();
    stream.attach(connection);
    for (const data of ["a", "b"]) stream.append(data);
    stream.refresh();
    expect(connection.events).toEqual(["1:a"]);
  });
});
