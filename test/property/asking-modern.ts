// Plays a tool in the modern era, through everything that may go wrong on the way.

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import type { Server } from "../../src/index.js";
import type { FakeClock } from "../../src/testing/index.js";
import { doorOf, type Message, postModern, readReply } from "../server/speak.js";
import { turns, type World } from "./asking-handler.js";
import { contentOf, createPerson, type Script } from "./asking-person.js";
import type { Meaning } from "./asking-reference.js";

/** What goes wrong with one request. */
export type Fault =
  /** Nothing. */
  | "none"
  /** The reply is lost; the same request is made again. */
  | "lost"
  /** The same request is made twice at once. */
  | "twice"
  /** The same, and the second goes to the other server where that may be. */
  | "twice-apart"
  /** The client closes its response when the handler begins, or in the middle of a step, and tries again. */
  | "closed-at-begin"
  | "closed-in-step"
  /** The same, but it waits until nothing moves any more. */
  | "closed-in-step-and-waits"
  /** The same request is made twice at once, and one of them is closed in the middle of a step. */
  | "twice-closed-in-step"
  /** Answers come with some that nobody asked for. */
  | "extra"
  /** First something comes that is no answer at all. */
  | "garbage"
  /** An earlier request is made again. */
  | "stale"
  /** An earlier state is brought back with other answers. */
  | "forged"
  /** Where answers were missing or invalid, they are brought with the state that they were missing from. */
  | "rewound"
  /** Somebody first answers otherwise and leaves one answer out, and again; then the state they began at is brought. */
  | "reconsidered";

/** How a run is played. */
export interface ModernPlay {
  /** What goes wrong with each request, over and over. */
  readonly faults: readonly Fault[];
  /** Which server gets each round, over and over. */
  readonly route: readonly (0 | 1)[];
  /** True when what is made again may go to the other server. */
  readonly strays: boolean;
  /** True when both servers know what either was asked. */
  readonly sharesEngine: boolean;
  /** True when the first request brings answers to questions that nobody has asked yet. */
  readonly foretells: boolean;
}

export const anyModernPlay: fc.Arbitrary<Omit<ModernPlay, "strays" | "sharesEngine">> = fc.record({
  faults: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant("none" as const) },
      {
        weight: 8,
        arbitrary: fc.constantFrom<Fault>(
          "lost",
          "twice",
          "twice-apart",
          "closed-at-begin",
          "closed-in-step",
          "closed-in-step-and-waits",
          "twice-closed-in-step",
          "extra",
          "garbage",
          "stale",
          "forged",
          "rewound",
          "reconsidered",
        ),
      },
    ),
    { minLength: 1, maxLength: 6 },
  ),
  route: fc.array(fc.constantFrom(0 as const, 1 as const), { minLength: 1, maxLength: 4 }),
  foretells: fc.boolean(),
});

interface Request {
  readonly requestState?: string;
  readonly inputResponses?: Readonly<Record<string, unknown>>;
}

/** A request that was answered. */
interface Served {
  readonly request: Request;
  readonly reply: Message;
  readonly at: number;
  /** The keys of what its state asked. */
  readonly asked: readonly string[];
  /** True when it brought the final answers to all of that. */
  readonly isComplete: boolean;
}

export interface Played {
  readonly result: Record<string, unknown>;
  /** How many requests were answered, those made again not counted. */
  readonly requests: number;
  /** Questions that were asked although their final answers had been taken. */
  readonly repeated: readonly string[];
}

const MOST_REQUESTS = 500;
/** As long as anything takes that is under way when a client goes away. */
const QUIET = 12;

export interface ModernPlayOptions {
  readonly servers: readonly [Server, Server];
  readonly world: World;
  readonly clock: FakeClock;
  readonly scripts: readonly Script[];
  readonly meaning: Meaning;
  readonly play: ModernPlay;
}

/** Plays the tool `program` to its end. */
export async function playModern(options: ModernPlayOptions): Promise<Played> {
  const { servers, world, clock, scripts, meaning, play } = options;
  const person = createPerson(scripts);
  const history: Served[] = [];
  let request: Request = play.foretells ? { inputResponses: foretold(meaning) } : {};
  let asked: readonly string[] = [];
  let isComplete = false;
  const repeated: string[] = [];

  const send = async (at: number, given: Request, signal?: AbortSignal): Promise<Message> => {
    const params = { name: "program", arguments: {}, ...given };
    const response = await postModern(doorOf(servers[at % 2 === 0 ? 0 : 1]), "tools/call", params, {
      capabilities: { elicitation: { form: {} } },
      ...(signal && { signal }),
    });
    return (await readReply(response)).message;
  };

  /** Makes a request, and closes it when the world comes to a certain moment; `undefined` when it did. */
  async function sendAndClose(
    at: number,
    given: Request,
    moment: "onEnter" | "onStep",
  ): Promise<Message | undefined> {
    const controller = new AbortController();
    world[moment] = (execution) => {
      execution.isBroken = true;
      controller.abort();
    };
    const reply = await send(at, given, controller.signal);
    world[moment] = () => {};
    return controller.signal.aborted ? undefined : reply;
  }

  /** A client is told the same however often it makes the same request, once there is a state to know it by. */
  async function same(replies: readonly Promise<Message>[]): Promise<Message> {
    const [first = {}, ...others] = await Promise.all(replies);
    const isKnown = request.requestState !== undefined && (play.sharesEngine || !play.strays);
    if (isKnown)
      for (const other of others) expect(other, "the reply to an identical request").toEqual(first);
    return others.at(-1) ?? first;
  }

  async function exchange(fault: Fault, at: number): Promise<Message> {
    const other = play.strays ? at + 1 : at;
    switch (fault) {
      case "none":
      case "rewound":
        return send(at, request);
      case "lost": {
        const lost = await send(at, request);
        return same([Promise.resolve(lost), send(other, request)]);
      }
      case "twice":
        return same([send(at, request), send(at, request)]);
      case "twice-apart":
        return same([send(at, request), send(other, request)]);
      case "closed-at-begin":
        return (await sendAndClose(at, request, "onEnter")) ?? send(at, request);
      case "closed-in-step":
        return (await sendAndClose(at, request, "onStep")) ?? send(at, request);
      case "closed-in-step-and-waits": {
        const reply = await sendAndClose(at, request, "onStep");
        if (reply !== undefined) return reply;
        await turns(QUIET);
        return send(other, request);
      }
      case "twice-closed-in-step": {
        const [closed, reply] = await Promise.all([sendAndClose(at, request, "onStep"), send(at, request)]);
        return closed === undefined ? reply : same([Promise.resolve(closed), Promise.resolve(reply)]);
      }
      case "extra": {
        const { inputResponses } = request;
        if (inputResponses === undefined) return send(at, request);
        const unasked = { action: "accept", content: { guests: 3 } };
        return send(at, { ...request, inputResponses: { unasked, ...inputResponses, more: "x" } });
      }
      case "garbage":
        await sendGarbage(at);
        return send(at, request);
      case "stale":
        for (const served of history.slice(-3))
          if (served.request.requestState !== undefined)
            expect(await send(play.strays ? at : served.at, served.request), "an old reply").toEqual(
              served.reply,
            );
        return send(at, request);
      case "forged":
        await forgeAll(at);
        return send(at, request);
      case "reconsidered":
        await reconsider(at);
        return send(at, request);
    }
  }

  /** Answers all but the last question otherwise, and comes back with what that gives: nothing may come of it. */
  async function reconsider(at: number): Promise<void> {
    if (request.requestState === undefined || asked.length < 2) return;
    const inputResponses = Object.fromEntries(
      asked.slice(0, -1).map((key) => [key, contradict(request.inputResponses?.[key])]),
    );
    world.onEnter = (execution) => {
      execution.isBroken = true;
    };
    const { result } = await send(at, { ...request, inputResponses });
    if (result?.resultType === "input_required")
      await send(at, { requestState: String(result.requestState), inputResponses: {} });
    world.onEnter = () => {};
  }

  async function sendGarbage(at: number): Promise<void> {
    const [key] = Object.keys(request.inputResponses ?? {});
    if (key === undefined || request.requestState === undefined) return;
    const inputResponses = { ...request.inputResponses, [key]: { action: "perhaps" } };
    const { error } = await send(at, { ...request, inputResponses });
    expect(error?.code, "what is no answer").toBe(-32602);
  }

  /** Brings used states back with other answers: those with which all was answered, and those that led there. */
  async function forgeAll(at: number): Promise<void> {
    const last = history.findLastIndex(({ isComplete }) => isComplete);
    for (const served of history.slice(Math.max(last - 3, 0), last + 1)) {
      if (play.strays) await forge(served, at);
      // A server with an engine of its own knows only of what was used up there.
      else if (served.isComplete) await forge(served, served.at);
    }
  }

  async function forge({ request, asked }: Served, at: number): Promise<void> {
    if (request.requestState === undefined) return;
    const inputResponses = Object.fromEntries(
      asked.map((key) => [key, contradict(request.inputResponses?.[key])]),
    );
    const forged = { ...request, inputResponses };
    // What was asked for again may have been answered like this.
    if (history.some((served) => isDeepStrictEqual(served.request, forged))) return;
    // It is ended wherever it is when it is refused.
    world.onEnter = (execution) => {
      execution.isBroken = true;
    };
    const { error } = await send(at, forged);
    world.onEnter = () => {};
    expect(error, "a used state with other answers").toMatchObject({
      code: -32602,
      message: "Invalid or expired request state",
    });
  }

  /** The next request: what the last reply asked for, answered; or the last request, with what it lacked. */
  function next(result: Record<string, unknown>, fault: Fault): void {
    // The server's own word for what it asks.
    const questions = Object.entries(result.inputRequests as Record<string, { params: never }>);
    const given: Record<string, unknown> = {};
    for (const [key, { params }] of questions) {
      if (person.isDoneWith([key])) repeated.push(key);
      const response = person.respond(key, params);
      if (response !== undefined) given[key] = response;
    }
    const last = history.at(-1);
    // Not to the same one again: an answer that is never valid would have no end.
    const mayRewind = last?.request.requestState !== history.at(-2)?.request.requestState;
    if (fault === "rewound" && mayRewind && last?.request.requestState !== undefined && !last.isComplete)
      request = { ...last.request, inputResponses: { ...last.request.inputResponses, ...given } };
    else {
      request = { requestState: String(result.requestState), inputResponses: given };
      asked = questions.map(([key]) => key);
    }
    isComplete = asked.every((key) => key in (request.inputResponses ?? {})) && person.isDoneWith(asked);
  }

  for (let count = 0; count < MOST_REQUESTS; count += 1) {
    const at = play.route[count % play.route.length] ?? 0;
    const fault = play.faults[count % play.faults.length] ?? "none";
    const reply = await exchange(fault, at);
    history.push({ request, reply, at, asked, isComplete });
    const { result } = reply;
    if (result === undefined) throw new Error(`The call failed: ${JSON.stringify(reply)}`);
    if (result.resultType !== "input_required") return { result, requests: history.length, repeated };
    await clock.advance(1 + (count % 3));
    next(result, play.faults[(count + 1) % play.faults.length] ?? "none");
  }
  throw new Error("The run has no end.");
}

const foretold = ({ foreseen }: Meaning): Record<string, unknown> =>
  Object.fromEntries(
    foreseen.map(({ key, ask, script: { final } }) => [
      key,
      final.action === "accept"
        ? { action: final.action, content: contentOf(ask.kind, final) }
        : { action: final.action },
    ]),
  );

/** Another answer than the one given. */
const contradict = (response: unknown): object =>
  (response as { action: string } | undefined)?.action === "decline"
    ? { action: "cancel" }
    : { action: "decline" };
