// What limits cost when creations come at once, from two brokers on one engine.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Broker,
  type BrokerLimits,
  type Creation,
  createBroker,
  type NewElicitation,
} from "../../src/broker/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { brokerEngines } from "../property/broker-engines.js";
import { keys } from "./sealed-stage.js";
import { question } from "./stage.js";

const word = (creation: Creation): string =>
  creation.ok ? (creation.created ? "created" : "again") : `limited ${creation.retryAfterMs}`;

describe.each(brokerEngines)("on the %s engine", (_name, open) => {
  const clock = createFakeClock({ now: 1_000_000 });
  let opened: Awaited<ReturnType<typeof open>>;
  let first: Broker;
  let second: Broker;

  beforeEach(async () => {
    opened = await open(clock);
  });

  afterEach(async () => {
    await first.close();
    await second.close();
    await opened.close();
  });

  /** What comes of creating on two brokers in turn, all at once. */
  async function createAtOnce(
    limits: BrokerLimits,
    given: readonly Partial<NewElicitation>[],
  ): Promise<string[]> {
    const options = { engine: opened.engine, clock, keys, limits };
    first = createBroker(options);
    second = createBroker(options);
    const creations = await Promise.all(
      given.map(async (fields, index) => (index % 2 === 0 ? first : second).create(question(fields))),
    );
    return creations.map(word);
  }

  async function createOneByOne(count: number): Promise<string[]> {
    const words: string[] = [];
    for (let index = 0; index < count; index += 1) words.push(word(await first.create(question())));
    return words;
  }

  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

  test.each([{ key: "same" }, { id: "same" }])(
    "what is created twelve times at once with %j is created once and costs one token",
    async (fields) => {
      const words = await createAtOnce({ perMinute: 10 }, times(12, fields));
      expect(words.toSorted()).toEqual([...times(11, "again"), "created"]);
      expect(await createOneByOne(10)).toEqual([...times(9, "created"), "limited 6000"]);
    },
  );

  test("the last token is enough for what is created twice at once", async () => {
    const words = await createAtOnce({ perMinute: 1 }, times(2, { key: "same" }));
    expect(words.toSorted()).toEqual(["again", "created"]);
  });

  test("what is refused because too many are open costs no token", async () => {
    const words = await createAtOnce({ perMinute: 5, maxOpen: 2 }, times(5, {}));
    expect(words.toSorted()).toEqual([...times(2, "created"), ...times(3, "limited 30000")]);
    for (const { id } of (await first.list({})).elicitations) await first.withdraw(id, "Nobody waits.");
    expect(await createOneByOne(2)).toEqual(["created", "created"]);
  });
});
