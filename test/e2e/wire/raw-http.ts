// HTTP as it is on the wire: requests without a client's help, and event streams read event by event.

/** One event of a stream; a comment is no event. */
export interface SseEvent {
  readonly id: string | undefined;
  readonly retry: number | undefined;
  /** Parsed; `undefined` for an event without data. */
  readonly message: Message | undefined;
}

/** A JSON-RPC message, as loosely as tests look at it. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The reply to a request, not yet read. */
export class Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly #response: Response;
  readonly #abort: AbortController;
  #events: AsyncIterator<SseEvent> | undefined;

  constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#response = response;
    this.#abort = abort;
  }

  /** What kind of body it has: `application/json`, `text/event-stream`, or nothing. */
  get type(): string | null {
    return this.headers.get("content-type");
  }

  text(): Promise<string> {
    return this.#response.text();
  }

  async json(): Promise<Message> {
    return JSON.parse(await this.text()) as Message;
  }

  /** The next event; `undefined` when the stream has ended. */
  async next(): Promise<SseEvent | undefined> {
    this.#events ??= readEvents(this.#response);
    const { done, value } = await this.#events.next();
    return done === true ? undefined : value;
  }

  /** All events up to the end of the stream. */
  async rest(): Promise<readonly SseEvent[]> {
    const events: SseEvent[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }

  /** Breaks the connection. */
  hangUp(): void {
    this.#abort.abort();
  }
}

async function* readEvents(response: Response): AsyncGenerator<SseEvent, void> {
  let text = "";
  if (response.body === null) return;
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const event = parseEvent(text.slice(0, end));
      text = text.slice(end + 2);
      if (event) yield event;
    }
  }
}

function parseEvent(block: string): SseEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, value);
  }
  if (fields.size === 0) return undefined;
  const data = fields.get("data");
  const retry = fields.get("retry");
  return {
    id: fields.get("id"),
    retry: retry === undefined ? undefined : Number(retry),
    message: data === undefined || data === "" ? undefined : (JSON.parse(data) as Message),
  };
}

/** Sends a request and gives its reply as soon as the headers are there. */
export async function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Reply> {
  const abort = new AbortController();
  const response = await fetch(url, {
    method,
    headers,
    signal: abort.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return new Reply(response, abort);
}

const POST_HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

export const post = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => send(url, "POST", { ...POST_HEADERS, ...headers }, body);
