// The application's own pages on HTTP, where people go when a tool sends them there.

import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server } from "beckon";

export interface Site {
  /** Where to go for an elicitation. */
  href(id: string, user?: string): string;
  /** True when the user has been to a page and finished there. */
  hasSeen(user: string): boolean;
  close(): Promise<void>;
}

/** Opens it; a visitor's `act` says how the visit ends, and `name` what they leave there. */
export async function openSite(server: Server): Promise<Site> {
  const seen = new Set<string>();
  async function visit(query: URLSearchParams): Promise<boolean> {
    const id = query.get("elicitation") ?? "";
    if (query.get("act") === "fail") return server.elicitations.fail(id, "The page was closed.");
    seen.add(query.get("user") ?? "");
    const name = query.get("name");
    return server.elicitations.complete(id, name === null ? undefined : { name });
  }
  const http = createHttpServer((request, response) => {
    visit(new URL(request.url ?? "", "http://localhost").searchParams).then(
      (isKnown) => response.end(JSON.stringify({ isKnown })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  // A server on standard input ends with its input, and takes its pages along.
  http.unref();
  // It listens on a port.
  const { port } = http.address() as AddressInfo;
  return {
    href: (id, user = "") => `http://127.0.0.1:${port}/page?elicitation=${id}&user=${user}`,
    hasSeen: (user) => seen.has(user),
    close: () =>
      new Promise((done) => {
        http.close(() => done());
        http.closeAllConnections();
      }),
  };
}
