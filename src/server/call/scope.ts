// The context objects that handlers get. Members that need code are getters which hand out functions, so that
// a context can be taken apart (`({ log }) => ...`) and costs nothing for what is not used.

import { declares } from "../../protocol/capabilities.js";
import type { Era } from "../../protocol/revisions.js";
import type { Assigns, Principal } from "../access/access.js";
import { uriOf } from "../catalog/resource-uri.js";
import type { LookupContext, TraceContext } from "../context.js";
import type { ServerParts } from "../parts.js";
import type { Call, HeaderTable } from "./call.js";
import type { ContextClient } from "./client.js";
import { traceOf } from "./request-meta.js";

/** The context of completion, lists and middleware. */
export class LookupScope implements LookupContext {
  // Not for handlers: they hold keys and headers, and a context is easily logged.
  readonly #parts: ServerParts;
  readonly #call: Call;

  constructor(parts: ServerParts, call: Call) {
    this.#parts = parts;
    this.#call = call;
  }

  // For the classes that build on this one, so that each context holds them once.
  protected static partsOf(scope: LookupScope): ServerParts {
    return scope.#parts;
  }
  protected static callOf(scope: LookupScope): Call {
    return scope.#call;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }
  get principal(): Principal | undefined {
    return this.#call.access.principal;
  }
  get assigns(): Assigns {
    return this.#call.access.assigns;
  }
  get client(): ContextClient {
    const { client, revision } = this.#call;
    const can: ContextClient["can"] = (feature) => declares(client.capabilities, feature, revision);
    return { ...client, can };
  }
  get request(): { readonly headers: HeaderTable } {
    return { headers: this.#call.headers };
  }
  get trace(): TraceContext | undefined {
    return traceOf(this.#call);
  }
  get sessionId(): string | undefined {
    return this.#call.sessionId;
  }
  get era(): Era {
    return this.#call.revision.era;
  }
  get revision(): string {
    return this.#call.revision.version;
  }
  get resourceUri(): LookupContext["resourceUri"] {
    return (name, values) => uriOf(this.#parts.resources, name, values);
  }
}
