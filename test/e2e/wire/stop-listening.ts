// The end of a server in a test, at once.

import type { Server } from "beckon";
import type { Listening } from "beckon/node";

/** Ends what is under way, and the connections that fetch keeps open for another time. */
export async function stopListening(server: Server, listening: Listening): Promise<void> {
  await server.close({ graceMs: 0 });
  const closed = listening.close();
  listening.httpServer.closeAllConnections();
  await closed;
}
