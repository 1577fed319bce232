// Clients of both eras that see one trip through, whatever becomes of the nodes they talk to.

import { setTimeout as sleep } from "node:timers/promises";
import { type EventStream, readEvents } from "../server/event-stream.js";
import {
  type Door,
  type Message,
  openSession,
  postModern,
  readReply,
  type Session,
} from "../server/speak.js";
import { plainDoor } from "./plain-door.js";
import type { Random } from "./random.js";
import type { NodeProcess } from "./start-node.js";

export interface TripWorld {
  readonly random: Random;
  /** The nodes that are there now; there may be none for a moment. */
  readonly nodes: () => readonly NodeProcess[];
  /** What must not have happened. */
  readonly problems: string[];
  readonly counts: { lost: number; resumed: number; repeated: number; twins: number };
  /** When the last node was killed; absent while it goes on: until then chance may keep any trip from going on. */
  calmAt?: number;
}

const CAPABILITIES = { elicitation: { form: {} } };
/** Longer than anything takes once nobody is killed any more. */
const LIMIT_MS = 30_000;

/** True when a trip has had all the time it needs. */
const isTooLate = ({ calmAt }: TripWorld): boolean => calmAt !== undefined && Date.now() > calmAt + LIMIT_MS;

/** What a person answers: the same whenever they are asked the same on the same trip. */
const numberFor = (trip: string, message: string): number =>
  [...`${trip} ${message}`].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 100_003, 7);

const resultFor = (trip: string): object => ({
  trip,
  one: numberFor(trip, "First?"),
  two: numberFor(trip, "Second?"),
  three: numberFor(trip, "third?") + numberFor(trip, "fourth?"),
});

const accept = (trip: string, message: string, off = 0): object => ({
  action: "accept",
  content: { n: numberFor(trip, message) + off },
});

/** A way to whichever node is there; waits for one. */
async function anyDoor({ random, nodes }: TripWorld): Promise<Door> {
  while (nodes().length === 0) await sleep(5);
  return plainDoor(random.pick(nodes()).url);
}

/** Waits for something, and not forever. */
async function within<T>(work: Promise<T>, what: string): Promise<T> {
  const limit = new AbortController();
  const late = sleep(LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`${what} did not come.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    limit.abort();
    late.catch(() => {});
  }
}

/** Does something until a node that lives did it. */
async function insist<T>(world: TripWorld, what: string, act: (door: Door) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await within(act(await anyDoor(world)), what);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (isTooLate(world)) throw new Error(`${what} did not come about.`, { cause: error });
      // The node is gone; the next try meets another.
      await sleep(5);
    }
  }
}

/** One trip of a modern client. */
export async function modernTrip(world: TripWorld, trip: string): Promise<void> {
  const call = async (more: object): Promise<Message> => {
    const params = { name: "trip", arguments: { trip }, ...more };
    for (;;) {
      const message = await insist(world, `a round of ${trip}`, async (door) => {
        const reply = await readReply(
          await postModern(door, "tools/call", params, { capabilities: CAPABILITIES }),
        );
        // A connection that breaks in the body of a response leaves it empty.
        if (reply.message.result === undefined && reply.message.error === undefined)
          throw new TypeError("cut off");
        return reply.message;
      });
      if (message.error?.message.includes("send it again") !== true) return message;
      world.counts.repeated += 1;
    }
  };
  let message = await call({});
  while (message.result?.resultType === "input_required") {
    const { requestState, inputRequests } = message.result as {
      requestState: string;
      inputRequests: Record<string, { params: { message: string } }>;
    };
    const inputResponses = Object.fromEntries(
      Object.entries(inputRequests).map(([key, { params }]) => [key, accept(trip, params.message)]),
    );
    const retry = { requestState, inputResponses };
    if (!world.random.chance(0.3)) message = await call(retry);
    else {
      world.counts.twins += 1;
      const [left, right] = await Promise.all([call(retry), call(retry)]);
      if (JSON.stringify(left) !== JSON.stringify(right))
        world.problems.push(`${trip}: two replies to one request: ${JSON.stringify([left, right])}`);
      message = left;
    }
  }
  check(world, trip, message);
}

function check({ problems }: TripWorld, trip: string, message: Message): void {
  const [content] = (message.result?.content ?? []) as { text?: string }[];
  const expected = JSON.stringify(resultFor(trip));
  if (content?.text !== expected) problems.push(`${trip}: ${JSON.stringify(message)}, not ${expected}`);
}

/** One trip of a legacy client; gives false when its call was lost before anything came of it. */
export async function legacyTrip(
  world: TripWorld,
  trip: string,
  callId: number,
  session: Session,
): Promise<boolean> {
  const { problems, counts, random } = world;
  const asked = new Set<unknown>();
  let lastEventId: string | undefined;
  const body = {
    jsonrpc: "2.0",
    id: callId,
    method: "tools/call",
    params: { name: "trip", arguments: { trip } },
  };
  const open = (): Promise<EventStream> =>
    insist(world, `the stream of ${trip}`, async (door) =>
      lastEventId === undefined
        ? readEvents(await session.through(door).post(body))
        : session.through(door).listen(lastEventId),
    );
  const answer = (id: unknown, result: object): Promise<void> =>
    insist(world, `an answer of ${trip}`, async (door) => {
      const { status } = await session.through(door).post({ jsonrpc: "2.0", id, result });
      if (status !== 202) problems.push(`${trip}: an answer got ${status}`);
    });

  for (;;) {
    if (isTooLate(world)) throw new Error(`${trip} did not come to its end.`);
    const stream = await open();
    if (stream.response.headers.get("content-type") !== "text/event-stream") {
      check(world, trip, (await stream.response.json().catch(() => ({}))) as Message);
      return true;
    }
    for (;;) {
      const event = await within(
        stream.next().catch(() => undefined),
        `an event of ${trip} after ${lastEventId}`,
      );
      if (event === undefined) break;
      // Comments keep a stream alive, and are no sign that anything goes on.
      if (isTooLate(world)) throw new Error(`${trip} did not come to its end: no more after ${lastEventId}.`);
      lastEventId = event.id ?? lastEventId;
      const { message } = event;
      if (message === undefined) continue;
      if (message.method === "elicitation/create") {
        if (asked.has(message.id)) problems.push(`${trip}: ${message.id} was asked again`);
        asked.add(message.id);
        const words = String(message.params?.message);
        await answer(message.id, accept(trip, words));
        // The first answer counts.
        if (random.chance(0.3)) await answer(message.id, accept(trip, words, 1));
        continue;
      }
      if (message.id !== callId) continue;
      await stream.close().catch(() => {});
      if (message.error?.message !== "The response is no longer available") check(world, trip, message);
      else if (asked.size > 0) problems.push(`${trip}: lost after it had asked`);
      else {
        counts.lost += 1;
        return false;
      }
      return true;
    }
    counts.resumed += 1;
    await sleep(20);
  }
}

export const openTripSession = (world: TripWorld): Promise<Session> =>
  insist(world, "a session", async (door) => {
    try {
      return await openSession(door, { capabilities: CAPABILITIES });
    } catch (error) {
      throw new TypeError("no session", { cause: error });
    }
  });
