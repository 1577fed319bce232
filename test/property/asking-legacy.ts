// Plays a tool in the legacy era, over HTTP and over a line.

import fc from "fast-check";
import type { Server } from "../../src/index.js";
import { openLine } from "../../src/server/line/open-line.js";
import { transportParts } from "../../src/server/server.js";
import { type EventStream, readEvents } from "../server/event-stream.js";
import { initializeBody, type Message, modernBody, openSession } from "../server/speak.js";
import { createPerson, type Person, type Script } from "./asking-person.js";

export interface LegacyPlay {
  readonly revision: "2025-06-18" | "2025-11-25";
  /** What goes wrong with each question, over and over: the stream breaks before it is answered, or it is answered twice. */
  readonly faults: readonly ("none" | "broken" | "twice" | "unknown")[];
}

export const anyLegacyPlay: fc.Arbitrary<LegacyPlay> = fc.record({
  revision: fc.constantFrom("2025-06-18", "2025-11-25"),
  faults: fc.array(fc.constantFrom("none", "none", "broken", "twice", "unknown"), {
    minLength: 1,
    maxLength: 4,
  }),
});

type Result = Record<string, unknown>;

const CAPABILITIES = { elicitation: { form: {} } };
const CALL = { name: "program", arguments: {} };
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: CALL };

/** Plays the tool `program` to its end over HTTP. */
export async function playLegacyHttp(
  server: Server,
  scripts: readonly Script[],
  { revision, faults }: LegacyPlay,
): Promise<Result> {
  const session = await openSession(server, { revision, capabilities: CAPABILITIES });
  const person = createPerson(scripts);
  const response = await session.post(call);
  if (response.headers.get("content-type") !== "text/event-stream")
    return resultOf((await response.json()) as Message);
  let stream: EventStream = readEvents(response);
  for (let count = 0; ; ) {
    const message = await stream.message();
    if (message.method === undefined) return resultOf(message);
    if (message.method !== "elicitation/create") continue;
    const fault = faults[count % faults.length];
    count += 1;
    const answer = answerTo(message, person);
    if (fault === "broken" && message.eventId !== undefined) {
      await stream.close();
      stream = await session.listen(message.eventId);
    }
    if (fault === "unknown") await session.post({ ...answer, id: "unknown" });
    await session.post(answer);
    if (fault === "twice") await session.post(answer);
  }
}

/** Plays it over a line, in the era that is asked for. */
export async function playLine(
  server: Server,
  scripts: readonly Script[],
  { revision, faults }: LegacyPlay,
  era: "legacy" | "modern",
): Promise<Result> {
  const messages: Message[] = [];
  let wake = (): void => {};
  const line = await openLine(server[transportParts], {
    write(text) {
      messages.push(JSON.parse(text) as Message);
      wake();
    },
    waitingBytes: () => 0,
    onClose() {},
  });
  const send = (message: object): void => line.receive(JSON.stringify(message));
  const next = async (): Promise<Message> => {
    while (messages.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return messages.shift() ?? {};
  };
  try {
    return era === "legacy" ? await playLive() : await playRounds();
  } finally {
    await line.close();
  }

  async function playLive(): Promise<Result> {
    const person = createPerson(scripts);
    send(initializeBody(revision, CAPABILITIES));
    await next();
    send(call);
    for (let count = 0; ; ) {
      const message = await next();
      if (message.method === undefined) return resultOf(message);
      if (message.method !== "elicitation/create") continue;
      const fault = faults[count % faults.length];
      count += 1;
      const answer = answerTo(message, person);
      if (fault === "unknown") send({ ...answer, id: "unknown" });
      send(answer);
      if (fault === "twice") send(answer);
    }
  }

  async function playRounds(): Promise<Result> {
    const person = createPerson(scripts);
    for (let id = 1, request: object = {}; ; id += 1) {
      send(modernBody("tools/call", { ...CALL, ...request }, { id, capabilities: CAPABILITIES }));
      const result = resultOf(await next());
      if (result.resultType !== "input_required") return result;
      // The server's own word for what it asks.
      const asked = Object.entries(result.inputRequests as Record<string, { params: never }>);
      const inputResponses = Object.fromEntries(
        asked.map(([key, { params }]) => [key, person.respond(key, params)]),
      );
      request = { requestState: result.requestState, inputResponses };
    }
  }
}

const answerTo = ({ id, params }: Message, person: Person): object => ({
  jsonrpc: "2.0",
  id,
  // What the server asks for is a form.
  result: person.respondLive(params as never),
});

function resultOf(message: Message): Result {
  if (message.result === undefined) throw new Error(`The call failed: ${JSON.stringify(message)}`);
  return message.result;
}
