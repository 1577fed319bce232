// Somebody at the page of an elicitation that they may see.

import type { KeptElicitation } from "../../broker/broker.js";
import { BeckonError } from "../../core/errors.js";
import { type Visitor, withoutBody } from "../security/visitor.js";
import type { PageParts } from "./page-parts.js";
import { refuseOther, refuseStranger, refuseUnknown } from "./refusals.js";

export interface Visit {
  readonly elicitation: KeptElicitation;
  /** Absent where nobody is told apart, on a loopback address. */
  readonly visitor: Visitor | undefined;
  /** What tells this browser from others; absent when it has not been here. */
  readonly browser: string | undefined;
}

/** Lets in whom the elicitation is for. Everybody else gets a page on which nothing of it stands. */
export async function admit(parts: PageParts, request: Request, id: string): Promise<Visit | Response> {
  const { identify, broker, cookie } = parts;
  const visitor = identify === undefined ? undefined : await identify(withoutBody(request));
  if (visitor instanceof Response) return visitor;
  if (identify !== undefined && visitor === undefined) return refuseStranger(parts);
  if (visitor !== undefined) requireVisitor(visitor);
  const elicitation = await broker.get(id);
  // Pages of somebody else's, and what only a terminal may show, have no page here.
  if (elicitation === undefined || elicitation.mode !== "inline") return refuseUnknown(parts);
  if (visitor !== undefined && visitor.id !== elicitation.audience) return refuseOther(parts, visitor);
  return { elicitation, visitor, browser: cookie.read(request) };
}

function requireVisitor(visitor: Visitor): void {
  if (typeof visitor.id !== "string" || visitor.id === "")
    throw new BeckonError(
      "invalid-result",
      "identify gave a visitor without an id. Give { id } or undefined.",
    );
}
