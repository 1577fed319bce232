// One way through a call: what came of it, and everything that was seen on the way.

import type { JsonObject } from "../../core/json.js";
import { createTracedClient, type TestClient, type TestClientOptions } from "../client/traced-client.js";
import type { MakeServer } from "../server-kit.js";
import type { Exchange } from "../tracing/exchange.js";
import type { Recorder } from "../tracing/recorder.js";
import { watchTimers } from "../tracing/timers.js";

/** What is called, with which arguments. */
export type ReplaySubject =
  | { readonly tool: string; readonly args?: JsonObject }
  | { readonly prompt: string; readonly args?: Readonly<Record<string, string>> }
  | { readonly resource: string };

/** What was seen. */
export interface Trial {
  /** How sentences name it: "the modern era". */
  readonly name: string;
  readonly outcome: TrialOutcome;
  /** The requests for which the handler ran. */
  readonly exchanges: readonly Exchange[];
  /** How many questions came to the client. */
  readonly questions: number;
  /** The message of the first page among them. */
  readonly page: string | undefined;
  /** True when the maker of servers took the kit's keys. */
  readonly areKeysTaken: boolean;
  readonly effects: readonly string[];
  readonly held: ReturnType<Recorder["held"]>;
}

/** A result, or what kept it from coming. */
export type TrialOutcome =
  | {
      readonly result: unknown;
      /** Why the script complained nevertheless. */
      readonly complaint: Error | undefined;
    }
  | { readonly error: Error };

/** Makes the call with a client of its own. */
export async function tryOut(
  name: string,
  makeServer: MakeServer,
  subject: ReplaySubject,
  options: TestClientOptions,
): Promise<Trial> {
  const { client, tracer, recorder, kit } = await createTracedClient(makeServer, options);
  const stopWatching = watchTimers(tracer.place);
  try {
    const outcome = await outcomeOf(client, subject);
    return {
      name,
      outcome,
      exchanges:
        options.faults?.dropReply || options.faults?.duplicateRetry
          ? tracer.exchanges.filter(hasActed)
          : tracer.exchanges,
      questions: client.asked.length,
      page: client.asked.find(({ mode }) => mode === "url")?.message,
      areKeysTaken: kit.areKeysTaken,
      effects: recorder.effects,
      held: recorder.held(),
    };
  } finally {
    stopWatching();
  }
}

/** The reply to a request that is sent again is a kept one: no handler runs for it. */
const hasActed = ({ asks, steps, effects }: Exchange): boolean =>
  asks.length + steps.length + effects.length > 0;

async function outcomeOf(client: TestClient, subject: ReplaySubject): Promise<TrialOutcome> {
  try {
    const result = await call(client, subject);
    return { result, complaint: await client.close().then(() => undefined, toError) };
  } catch (error) {
    // What went wrong first is what counts.
    await client.close().catch(() => {});
    return { error: toError(error) };
  }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function call(client: TestClient, subject: ReplaySubject): Promise<unknown> {
  if ("tool" in subject) return client.callTool(subject.tool, subject.args);
  if ("prompt" in subject) return client.getPrompt(subject.prompt, subject.args);
  return client.readResource(subject.resource);
}

/** How sentences name what is called. */
export function nameOf(subject: ReplaySubject): string {
  if ("tool" in subject) return `The tool ${subject.tool}`;
  return "prompt" in subject ? `The prompt ${subject.prompt}` : `The resource ${subject.resource}`;
}
