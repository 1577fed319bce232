// What is used of the official clients: enough to put a responder behind either generation, and no more.

/** A message of JSON-RPC as a transport carries it. */
export type Message = {
  readonly id?: string | number | undefined;
  readonly method?: string;
  params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
};

/** The public face of a transport of the official packages. */
export interface OfficialTransport {
  // Both generations declare more parameters, each its own.
  send(...sent: never[]): Promise<void>;
  onmessage?: ((...received: never[]) => void) | undefined;
  onclose?: (() => void) | undefined;
}

/** `Client` of `@modelcontextprotocol/client` (v2) or of `@modelcontextprotocol/sdk` (v1). */
export interface OfficialClient {
  readonly transport?: unknown;
  // Their parameters differ between the generations; what is passed to each is decided by `isSecondGeneration`.
  connect(...given: never[]): Promise<void>;
  request(...given: never[]): Promise<unknown>;
  registerCapabilities(capabilities: never): void;
  setRequestHandler(...given: never[]): void;
  getServerVersion(): { readonly name: string } | undefined;
}

/** True for the client of the second generation, the only one that knows both eras. */
export const isSecondGeneration = (client: OfficialClient): boolean => "setVersionNegotiation" in client;

/** True while the client speaks the modern era. */
export function isModern(client: OfficialClient): boolean {
  if (!("getProtocolEra" in client) || typeof client.getProtocolEra !== "function") return false;
  return client.getProtocolEra() === "modern";
}
