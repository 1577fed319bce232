// Somebody at the inbox, and the API on their behalf.

import { BeckonError } from "../../core/errors.js";
import type { ApiClient } from "../api/api-client.js";
import type { Caller, Scope } from "../api/caller.js";
import { createApiClient } from "../api/client/create-api-client.js";
import { createToken, isToken } from "../security/csrf.js";
import { type Visitor, withoutBody } from "../security/visitor.js";
import type { InboxParts } from "./inbox-parts.js";
import { type ListFilter, readFilter, toSearch } from "./list/filter.js";
import { refuseStranger } from "./refusals.js";

/** Somebody who is signed in. */
export interface InboxVisit {
  readonly visitor: Visitor;
  readonly client: ApiClient;
  /** What tells this browser from others. */
  readonly browser: string;
  /** For the forms of this browser and visitor. */
  readonly token: string;
  /** True for the token of this browser and visitor. */
  hasToken(token: string): boolean;
  /** True when this browser has been here before: a new one cannot have a form. */
  readonly isKnown: boolean;
  /** What of everything that waits is shown. */
  readonly filter: ListFilter;
  /** The same as it stands behind an address; empty for everything. */
  readonly search: string;
}

const SUBJECT = "inbox";

/** What somebody at the inbox may do: see, answer, and send themselves a sample. */
const SCOPES: readonly Scope[] = ["answer", "ask"];

/** Lets in who is signed in. Everybody else gets a page on which nothing stands. */
export async function admit(parts: InboxParts, request: Request): Promise<InboxVisit | Response> {
  const { identify, cookie, ring, api, links } = parts;
  const visitor = await identify(withoutBody(request));
  if (visitor instanceof Response) return visitor;
  if (visitor === undefined) return refuseStranger(parts);
  if (typeof visitor.id !== "string" || visitor.id === "")
    throw new BeckonError(
      "invalid-result",
      "identify gave a visitor without an id. Give { id } or undefined.",
    );
  const known = cookie.read(request);
  const browser = known ?? cookie.create();
  const owner = { browser, visitorId: visitor.id, subject: SUBJECT };
  const caller: Caller = {
    id: visitor.id,
    name: visitor.name ?? visitor.id,
    scopes: SCOPES,
    view: "inbox",
  };
  const filter = readFilter(new URL(request.url).searchParams);
  return {
    visitor,
    client: createApiClient({ baseUrl: links.origin, fetch: api.as(caller), clock: parts.clock }),
    browser,
    token: createToken(ring, owner),
    hasToken: (token) => isToken(ring, owner, token),
    isKnown: known !== undefined,
    filter,
    search: toSearch(filter),
  };
}
