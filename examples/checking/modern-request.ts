// One request of the modern era with nothing but `fetch`: what any client of 2026-07-28 sends.

const REVISION = "2026-07-28";

/** What came back. */
export interface ModernReply {
  readonly status: number;
  readonly headers: Headers;
  /** The response: the last message of the reply. */
  readonly response: {
    // Checks look into results freely; a wrong guess fails the check.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    readonly result?: any;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
  /** The notifications that came before it, in order. */
  readonly notifications: readonly { readonly method: string; readonly params: Record<string, unknown> }[];
}

/** Where requests go: a url, or the `fetch` of an application. */
export type Target = string | ((request: Request) => Response | Promise<Response>);

export interface ModernRequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of `_meta`, such as a `progressToken`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Sends a request and reads the reply to its end. */
export async function modernRequest(
  target: Target,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  options: ModernRequestOptions = {},
): Promise<ModernReply> {
  const name = params.name ?? params.uri;
  const request = new Request(typeof target === "string" ? target : "http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
      ...options.headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": REVISION,
          "io.modelcontextprotocol/clientInfo": { name: "check", version: "1.0.0" },
          "io.modelcontextprotocol/clientCapabilities": {},
          ...options.meta,
        },
      },
    }),
  });
  const reply = await (typeof target === "string" ? fetch(request) : target(request));
  const text = await reply.text();
  const messages =
    reply.headers.get("content-type") === "text/event-stream" ? readEvents(text) : [JSON.parse(text)];
  return {
    status: reply.status,
    headers: reply.headers,
    response: messages.at(-1),
    notifications: messages.slice(0, -1),
  };
}

function readEvents(text: string): readonly ReturnType<typeof JSON.parse>[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}
