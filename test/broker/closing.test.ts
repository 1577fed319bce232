import { expect, test } from "vitest";
import type { Broker } from "../../src/broker/index.js";
import type { Engine } from "../../src/index.js";
import { created, createStage, question } from "./stage.js";

async function* nothing(): AsyncGenerator<Uint8Array> {}

const acts: readonly (readonly [string, (broker: Broker) => unknown])[] = [
  ["create", (broker) => broker.create(question({ timeoutMs: 1_000 }))],
  ["createFrom", (broker) => broker.createFrom("any", {}, { asker: question().asker })],
  ["lease", (broker) => broker.lease()],
  ["claim", (broker) => broker.claim("e", { by: "ada" })],
  ["settle", (broker) => broker.settle("e", { action: "decline" })],
  ["withdraw", (broker) => broker.withdraw("e", "Over.")],
  ["wait", (broker) => broker.wait("e")],
  ["files.write", (broker) => broker.files.write("e", { name: "a", type: "b", maxBytes: 1 }, nothing())],
];

test.each(acts)("%s is refused once closing has begun, and writes nothing", async (_name, act) => {
  const { broker, engine } = createStage();
  await created(broker, { id: "e" });
  const closing = broker.close();
  await expect((async () => act(broker))()).rejects.toMatchObject({ code: "closed" });
  await closing;
  await expect((async () => act(broker))()).rejects.toMatchObject({ code: "closed" });
  expect((await engine.elicitations.changes(0, 10)).map(({ id, version }) => [id, version])).toEqual([
    ["e", 1],
  ]);
});

test("what is kept can be read after closing, and its secrets deleted", async () => {
  const { broker } = createStage();
  const id = await created(broker, { schema: { type: "object", properties: { token: { type: "secret" } } } });
  await broker.settle(id, { action: "accept", content: { token: "s3cret" } });
  await broker.close();
  await broker.redact(id);
  expect(await broker.getAnswer(id)).toEqual({ action: "accept", content: {} });
  expect(await broker.get(id)).toMatchObject({ status: "accepted" });
  expect((await broker.list()).elicitations).toHaveLength(1);
});

/** An engine that creates and writes records only when it is let. */
function held(gates: (() => void)[]): (engine: Engine) => Engine {
  const gate = () => new Promise<void>((open) => void gates.push(open));
  return (engine) => ({
    ...engine,
    elicitations: {
      ...engine.elicitations,
      async create(record, maxOpen) {
        await gate();
        return engine.elicitations.create(record, maxOpen);
      },
    },
    records: {
      ...engine.records,
      async put(key, value, options) {
        await gate();
        return engine.records.put(key, value, options);
      },
    },
  });
}

test("what was on its way when the broker closed is kept, and its creator told so", async () => {
  const gates: (() => void)[] = [];
  const { broker } = createStage({ wrap: held(gates) });
  const creating = broker.create(question({ timeoutMs: 1_000 }));
  await broker.close();
  for (const open of gates.splice(0)) open();
  expect(await creating).toMatchObject({ ok: true, created: true });
});

test.each(["list", "due", "forget"] as const)(
  "closing waits for a sweep that is at %s, and begins no more of it",
  async (name) => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let isThere = (): void => {};
    const there = new Promise<void>((resolve) => {
      isThere = resolve;
    });
    let isClosed = false;
    const { broker, clock, lines } = createStage({
      wrap(engine) {
        const guard =
          <Given extends unknown[], T>(act: (...given: Given) => T, isGate: boolean) =>
          async (...given: Given): Promise<Awaited<T>> => {
            if (isGate) {
              isThere();
              await gate;
            }
            if (isClosed) throw new Error("The engine is closed.");
            return await act(...given);
          };
        const { elicitations, records } = engine;
        return {
          ...engine,
          records: { ...records, list: guard(records.list, name === "list") },
          elicitations: {
            ...elicitations,
            list: guard(elicitations.list, false),
            due: guard(elicitations.due, name === "due"),
            forget: guard(elicitations.forget, name === "forget"),
          },
        };
      },
    });
    await clock.advance(0);
    await there;
    const closing = broker.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    open();
    await closing;
    await clock.advance(1_000_000);
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  },
);

test("a lease that was being taken when the broker closed is let go of", async () => {
  const gates: (() => void)[] = [];
  const { broker, engine, clock } = createStage({ wrap: held(gates) });
  const taking = expect(broker.lease()).rejects.toMatchObject({ code: "closed" });
  await broker.close();
  for (let turns = 0; turns < 5; turns += 1) {
    for (const open of gates.splice(0)) open();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await taking;
  const [left] = await engine.records.list("elicitation-lease:", undefined, 10);
  expect(Number(left?.value)).toBeLessThan(clock.now());
});
