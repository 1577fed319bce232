// Which call a question belongs to, how many rounds that call has had, and how often it asked the same.

import { isObject, type JsonObject } from "../core/json.js";
import type { Message } from "./official-client.js";
import { remember } from "./remember.js";

/** One call of the host, over all its rounds. */
export interface Call {
  readonly runId: string;
  readonly method: string;
  /** The tool, prompt or uri. */
  readonly target: string | undefined;
  rounds: number;
  /** How often each question came, by its text. */
  readonly asked: Map<string, number>;
  /** The urls that the server said are done with. */
  readonly completedUrls: Set<string>;
}

/** The methods whose handlers can ask. */
const askingMethods: ReadonlySet<unknown> = new Set(["tools/call", "prompts/get", "resources/read"]);

/** Follows the calls of one client by what goes over its transport. */
export class Calls {
  readonly #newId: () => string;
  readonly #inFlight = new Map<string | number, Call>();
  /** The calls that wait for their next round, by the state or the keys it brings back. */
  readonly #waiting = new Map<string, Call>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** A request goes out. */
  sent({ id, method, params }: Message): void {
    const given = isObject(params) ? params : {};
    // No response comes to what the host itself cancels.
    if (method === "notifications/cancelled") this.#inFlight.delete(given.requestId as string | number);
    if (id === undefined || !askingMethods.has(method)) return;
    const key = roundKey(given.requestState, given.inputResponses);
    const resumed = key === undefined ? undefined : this.#waiting.get(key);
    if (key !== undefined) this.#waiting.delete(key);
    remember(this.#inFlight, id, resumed ?? this.begin(String(method), given));
  }

  /** A response comes in. Gives the call when it asks for another round. */
  received({ id, result }: Message): Call | undefined {
    if (id === undefined) return undefined;
    const call = this.#inFlight.get(id);
    this.#inFlight.delete(id);
    if (call === undefined || !isObject(result) || result.resultType !== "input_required") return undefined;
    call.rounds++;
    const key = roundKey(result.requestState, result.inputRequests);
    if (key !== undefined) remember(this.#waiting, key, call);
    return call;
  }

  /** The only call that is in flight: on one connection a question of the legacy era does not say whose it is. */
  only(): Call | undefined {
    const [first, second] = this.#inFlight.values();
    return second === undefined ? first : undefined;
  }

  /** A call that nothing is known of yet but what it is about. */
  begin(method: string, params: JsonObject): Call {
    const target = params.name ?? params.uri;
    return {
      runId: this.#newId(),
      method,
      target: typeof target === "string" ? target : undefined,
      rounds: 0,
      asked: new Map(),
      completedUrls: new Set(),
    };
  }

  /** The connection is gone, and what was in flight with it. */
  clear(): void {
    this.#inFlight.clear();
    this.#waiting.clear();
  }
}

/** What the request of a next round has in common with the response that asked for it. */
function roundKey(state: unknown, inputs: unknown): string | undefined {
  if (typeof state === "string") return `state ${state}`;
  return isObject(inputs) ? `keys ${JSON.stringify(Object.keys(inputs).sort())}` : undefined;
}
