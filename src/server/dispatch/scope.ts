// The context objects that handlers get. Members that need code are getters which hand out functions, so that
// a context can be taken apart (`({ log }) => ...`) and costs nothing for what is not used.

import { BeckonError } from "../../core/errors.js";
import type { ResourceLink } from "../../protocol/content.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import { reaches } from "../../protocol/log-levels.js";
import type { Era } from "../../protocol/revisions.js";
import type { Assigns, Principal } from "../access/access.js";
import type { ResourceEntry } from "../catalog/resources.js";
import type { Client } from "../client.js";
import type { CallContext, LookupContext, TraceContext, UriValues } from "../context.js";
import type { ServerParts } from "../parts.js";
import type { Call, HeaderTable } from "./call.js";
import { createLater } from "./later.js";

/** The context of completion, lists and middleware. */
export class LookupScope implements LookupContext {
  protected readonly parts: ServerParts;
  protected readonly call: Call;

  constructor(parts: ServerParts, call: Call) {
    this.parts = parts;
    this.call = call;
  }

  get signal(): AbortSignal {
    return this.call.signal;
  }
  get principal(): Principal | undefined {
    return this.call.access.principal;
  }
  get assigns(): Assigns {
    return this.call.access.assigns;
  }
  get client(): Client {
    return this.call.client;
  }
  get request(): { readonly headers: HeaderTable } {
    return { headers: this.call.headers };
  }
  get trace(): TraceContext | undefined {
    return traceOf(this.call);
  }
  get sessionId(): string | undefined {
    return this.call.sessionId;
  }
  get era(): Era {
    return this.call.revision.era;
  }
  get revision(): string {
    return this.call.revision.version;
  }
  get resourceUri(): LookupContext["resourceUri"] {
    return (name, values) => uriOf(this.parts, name, values);
  }
}

/** The context of tools, prompts and resources. */
export class CallScope extends LookupScope implements CallContext {
  get log(): CallContext["log"] {
    const { call } = this;
    return (level, data, logger) => {
      if (call.logLevel === undefined || !reaches(level, call.logLevel)) return;
      call.notify(
        notificationMessage("notifications/message", {
          level,
          logger,
          data: data === undefined ? null : data,
        }),
      );
    };
  }

  get progress(): CallContext["progress"] {
    const { call } = this;
    return (progress, total, message) => {
      const progressToken = metaOf(call)?.progressToken;
      if (typeof progressToken !== "string" && typeof progressToken !== "number") return;
      if (!(progress > call.progress) || !Number.isFinite(progress)) return;
      call.progress = progress;
      const told = call.revision.progressMessages ? message : undefined;
      call.notify(
        notificationMessage("notifications/progress", { progressToken, progress, total, message: told }),
      );
    };
  }

  get later(): CallContext["later"] {
    // The overloads of the contract are told apart inside.
    return ((given) => createLater(this.parts.wheel, given)) as CallContext["later"];
  }

  get release(): CallContext["release"] {
    return (options) => this.call.outlet.release?.(options?.retryMs);
  }

  get resourceLink(): CallContext["resourceLink"] {
    return (name, values, extra) => linkTo(this.parts, name, values, extra);
  }

  get readResource(): CallContext["readResource"] {
    return (uri) => this.parts.readResource(this.call, uri);
  }
}

export function metaOf(call: Call): Readonly<Record<string, unknown>> | undefined {
  const meta = call.params._meta;
  return typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>) : undefined;
}

function traceOf(call: Call): TraceContext | undefined {
  const meta = metaOf(call);
  const traceparent = meta?.traceparent ?? call.headers.traceparent;
  if (typeof traceparent !== "string") return undefined;
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return {
    traceparent,
    tracestate: text(meta?.tracestate ?? call.headers.tracestate),
    baggage: text(meta?.baggage ?? call.headers.baggage),
  };
}

function findResource(parts: ServerParts, name: string): ResourceEntry {
  const entry = parts.resources.get(name);
  if (!entry) throw new BeckonError("unknown-name", `There is no resource named ${name}.`);
  return entry;
}

/** The uri of a resource by its name. */
export function uriOf(parts: ServerParts, name: string, values: UriValues = {}): string {
  const { template, uri } = findResource(parts, name);
  return template ? template.build(values) : uri;
}

function linkTo(
  parts: ServerParts,
  name: string,
  values?: UriValues,
  extra?: Partial<Omit<ResourceLink, "type" | "uri">>,
): ResourceLink {
  const { title, description, mimeType, icons, annotations } = findResource(parts, name)
    .listing as Partial<ResourceLink>;
  const said = Object.entries({ title, description, mimeType, icons, annotations }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    type: "resource_link",
    uri: uriOf(parts, name, values),
    name,
    ...Object.fromEntries(said),
    ...extra,
  };
}
