// Opens a line to a client: `connect` first, as for every other transport.

import { BeckonError } from "../../core/errors.js";
import { askConnect, isRefusal } from "../access/connect.js";
import type { TransportParts } from "../transport-parts.js";
import { Line, type LineConnection } from "./line-connection.js";
import { LineOutput, type LineTarget } from "./line-output.js";

/** Opens a connection; fails when `connect` refuses it, or when the server stops. */
export async function openLine(http: TransportParts, target: LineTarget): Promise<LineConnection> {
  const { connect, logger, stopping } = http.server;
  const access = await askConnect(connect, {
    headers: {},
    query: new URLSearchParams(),
    sessionId: undefined,
    transport: "stdio",
    client: undefined,
  });
  if (isRefusal(access))
    throw new BeckonError(
      "refused",
      `connect refused the stdio client: ${access.decision}. Return allow() for the transport "stdio" to serve it.`,
    );
  if (stopping.begun)
    throw new BeckonError("closed", "The server is closed and takes no more clients. Create another one.");
  const line = new Line(http, access, new LineOutput(target, logger));
  http.lines.add(line);
  return line;
}
