// Reads `initialize`: which revision will be spoken, and with whom.

import { isObject, type JsonObject } from "../../core/json.js";
import { negotiate, type Revision } from "../../protocol/revisions.js";
import { invalidParams } from "../../protocol/rpc-error.js";
import { type Client, readClient, writeClient } from "../client.js";

/** What an `initialize` settles. */
export interface Initialization {
  readonly revision: Revision;
  readonly client: Client;
  /** The client as a session record keeps it. */
  readonly written: string;
}

/** A session keeps what its client says of itself as long as it lives; icons in data uris fit, a body of megabytes does not. */
const MOST_WRITTEN = 131_072;

/** Reads the parameters; throws what the client is to be told. */
export function readInitialize(params: JsonObject): Initialization {
  const { clientInfo, capabilities, protocolVersion } = params;
  if (!isObject(clientInfo) || !isObject(capabilities) || typeof protocolVersion !== "string") {
    throw invalidParams("initialize needs protocolVersion, capabilities and clientInfo");
  }
  const written = writeClient(clientInfo, capabilities);
  if (written.length > MOST_WRITTEN)
    throw invalidParams(`clientInfo and capabilities may have ${MOST_WRITTEN} characters together`);
  return { revision: negotiate(protocolVersion), client: readClient(clientInfo, capabilities), written };
}
