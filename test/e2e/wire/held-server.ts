// A server on HTTP whose calls the test holds in its hands: it sees them begin, and says when they end.

import { type CallContext, createServer, type Server, type ServerOptions } from "beckon";
import { listen } from "beckon/node";
import * as z from "zod";
import { Slots } from "../servers/slots.js";
import { stopListening } from "./stop-listening.js";

/** A call under way. */
interface Held {
  readonly ctx: CallContext;
  readonly finish: (text: string) => void;
}

export interface HeldServer extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  /** The call of `hold` with that key, once it is there. */
  held(key: string): Promise<Held>;
}

/** Starts it; `await using` stops it. */
export async function startHeldServer(options: Partial<ServerOptions> = {}): Promise<HeldServer> {
  const calls = new Slots<Held>();
  const server = createServer({ name: "held", version: "1.0.0", ...options });
  server.tool("say", { description: "Answers at once" }, () => "Said.");
  server.tool("log", { description: "Logs before it answers" }, (_, ctx) => {
    ctx.log("error", "first");
    ctx.log("error", "second");
    return "Logged.";
  });
  server.tool("hold", { description: "Is held", input: z.object({ key: z.string() }) }, ({ key }, ctx) => {
    // The signal is made on first use, and the test wants to see it.
    void ctx.signal;
    return new Promise<string>((finish) => calls.put(key, { ctx, finish }));
  });
  server.resource("note", { uri: "app:///note" }, () => "Note.");
  const listening = await listen(server, { port: 0, keepSignals: true });
  return {
    url: listening.url,
    server,
    held: (key) => calls.get(key),
    [Symbol.asyncDispose]: () => stopListening(server, listening),
  };
}
