// Reads `initialize`: which revision will be spoken, and with whom.

import { isObject, type JsonObject } from "../../core/json.js";
import { negotiate, type Revision } from "../../protocol/revisions.js";
import { invalidParams, type RpcError } from "../../protocol/rpc-error.js";
import { type Client, readClient, writeClient } from "../call/client.js";

/** What an `initialize` settles. */
export interface Initialization {
  readonly revision: Revision;
  readonly client: Client;
  /** The client as a session record keeps it. */
  readonly written: string;
}

/** A session keeps what its client says of itself as long as it lives, so it is not kept at any length. */
const MOST_WRITTEN = 16_384;

/** Reads the parameters; throws what the client is to be told. */
export function readInitialize(params: JsonObject): Initialization {
  const { clientInfo, capabilities, protocolVersion } = params;
  if (typeof protocolVersion !== "string") throw unfit("protocolVersion", "a string", protocolVersion);
  if (!isObject(capabilities)) throw unfit("capabilities", "an object", capabilities);
  if (!isObject(clientInfo)) throw unfit("clientInfo", "an object", clientInfo);
  // Icons may be whole pictures, and no handler has a use for them.
  const { icons: _, ...info } = clientInfo;
  const written = writeClient(info, capabilities);
  if (written.length > MOST_WRITTEN)
    throw invalidParams(`clientInfo and capabilities may have ${MOST_WRITTEN} characters together`);
  return { revision: negotiate(protocolVersion), client: readClient(clientInfo, capabilities), written };
}

const unfit = (member: string, shape: string, given: unknown): RpcError =>
  invalidParams(
    `initialize needs ${member} to be ${shape}; it ${given === undefined ? "is missing" : "is something else"}`,
  );
