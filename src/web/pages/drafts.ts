// What somebody has typed on a page and not sent: kept for the person who is signed in, else for the browser alone.

import { hash } from "node:crypto";
import type { DraftWriting } from "../../broker/draft.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { Posted } from "../form/controls.js";
import { draftOf } from "../form/draft-of.js";
import { toPosted } from "../form/to-posted.js";
import type { PageParts } from "./page-parts.js";
import type { Attempt } from "./question-page.js";
import type { Visit } from "./visit.js";

const EMPTY: FormSchema = { type: "object", properties: {} };

/** Keeps what was typed, in place of what was kept before. */
export async function keepDraft({ broker }: PageParts, visit: Visit, posted: Posted): Promise<DraftWriting> {
  const { elicitation, visitor } = visit;
  const { id, schema = EMPTY, audience } = elicitation;
  const owner = ownerOf(visit);
  const draft = draftOf(schema, posted);
  if (owner === undefined) return { ok: true };
  if (draft !== undefined)
    return broker.drafts.put(id, { by: visitor?.id ?? audience ?? owner, owner, from: "page" }, draft);
  await broker.drafts.remove(id, owner);
  return { ok: true };
}

/** The same, where something else is to be shown in any case. False when it is not kept. */
export async function tryKeepDraft(parts: PageParts, visit: Visit, posted: Posted): Promise<boolean> {
  try {
    return (await keepDraft(parts, visit, posted)).ok;
  } catch (error) {
    parts.logger.warn("A draft cannot be kept.", { id: visit.elicitation.id, error });
    return false;
  }
}

/** What was typed before, to be shown again; `undefined` when there is nothing. */
export async function findDraft({ broker, logger }: PageParts, visit: Visit): Promise<Attempt | undefined> {
  const { id, schema = EMPTY } = visit.elicitation;
  const owner = ownerOf(visit);
  if (owner === undefined) return undefined;
  try {
    const draft = await broker.drafts.get(id, owner);
    return draft && { status: 200, problems: new Map(), posted: toPosted(schema, draft), isDraft: true };
  } catch (error) {
    // The question can be answered all the same.
    logger.warn("A draft cannot be read.", { id, error });
    return undefined;
  }
}

/** Never fails: the answer was taken, and the broker removes what is left of it in time. */
export async function forgetDraft({ broker, logger }: PageParts, visit: Visit): Promise<void> {
  const { id } = visit.elicitation;
  const owner = ownerOf(visit);
  if (owner === undefined) return;
  try {
    await broker.drafts.remove(id, owner);
  } catch (error) {
    logger.warn("A draft cannot be removed.", { id, error });
  }
}

/**
 * Where nobody is told apart, it is this browser's: whoever else has the link has another cookie. What the cookie says is
 * not written down.
 */
function ownerOf({ visitor, browser }: Visit): string | undefined {
  if (visitor !== undefined) return visitor.id;
  return browser === undefined ? undefined : `browser ${hash("sha256", browser, "base64url")}`;
}
