// The session of what is asked in a terminal: lines and forms of the asker, and what the person says to the forms.

import type { KeptElicitation } from "../../../broker/broker.js";
import type { NewEntry, TranscriptEntry, TranscriptWriting } from "../../../broker/transcript.js";
import type { FormSchema } from "../../../core/elicitation/form-schema.js";
import { ApiError } from "../api-error.js";
import { actingAs, type Caller } from "../caller.js";
import { findElicitation, isAskedBy, isAskedOf, unknownElicitation } from "../find-elicitation.js";
import { forgetDraft } from "../forget-draft.js";
import { defineRoute, type Route } from "../route.js";
import { sendJson } from "../send.js";
import type { ReadOf } from "../shape/shape.js";
import { anyObject, anything, object, optional, text, whole, word } from "../shape/shapes.js";
import { showOne } from "../show.js";
import { alreadySettled, formTaken, notAsked, takeChange } from "../take-change.js";
import { waitForEntries } from "../wait-for-entries.js";

const path = "/elicitations/{id}/transcript";
const NUMBER = { min: 1, max: 1_000_000 };

export const readTranscriptRoute: Route = defineRoute({
  method: "GET",
  path,
  summary: "Read a session",
  scopes: [],
  query: {
    after: optional(whole("Only what was said after this entry.", { min: 0, max: 1_000_000 })),
    wait_seconds: optional(whole("How long to wait for something to be said.", { min: 0, max: 240 })),
  },
  responses: { 200: { description: "What was said.", schema: { $ref: "#/components/schemas/Transcript" } } },
  refuses: ["unknown"],
  async run(visit) {
    const { parts, caller, request, query } = visit;
    const elicitation = await findElicitation(visit);
    const waitMs = (query.wait_seconds ?? 0) * 1_000;
    const read = await waitForEntries(parts, elicitation.id, query.after ?? 0, waitMs, request.signal);
    if (read === undefined) throw new ApiError("unknown", "This is not asked in a terminal.");
    const entries = read.entries.map((entry) => shown(caller, elicitation, entry));
    return sendJson({ entries, ended: read.ended });
  },
});

/** What the person wrote is for the asker. */
function shown(caller: Caller, elicitation: KeptElicitation, entry: TranscriptEntry): TranscriptEntry {
  if (entry.answer === undefined || isAskedBy(caller, elicitation)) return entry;
  const { content: _content, ...answer } = entry.answer;
  return { ...entry, answer };
}

const body = object({
  line: optional(text("Something to read; from the asker.", { min: 0, max: 10_000 })),
  form: optional(
    object({
      message: text("What the person is told.", { max: 65_536 }),
      schema: anyObject({ $ref: "#/components/schemas/FormSchema" }),
    }),
  ),
  answer: optional(
    object({
      entry: whole("The entry of the form.", NUMBER),
      action: word("What the person says.", ["accept", "decline", "cancel"]),
      content: optional(anything({ $ref: "#/components/schemas/Content" })),
    }),
  ),
});

export const writeTranscriptRoute: Route = defineRoute({
  method: "POST",
  path,
  summary: "Say something in a session: a line or a form as the asker, or an answer as the person",
  scopes: ["ask", "answer"],
  body,
  responses: { 201: { description: "It is said.", schema: { $ref: "#/components/schemas/Said" } } },
  refuses: ["unknown", "settled", "not-asked", "conflict", "too-large"],
  async run(visit) {
    const { parts, caller, request } = visit;
    const elicitation = await findElicitation(visit);
    const entry = toEntry(visit.body);
    if ("answer" in entry && !isAskedOf(caller, elicitation)) throw notAsked();
    if (!("answer" in entry) && !isAskedBy(caller, elicitation))
      throw new ApiError("forbidden", "Somebody else asks here. Only the asker writes lines and forms.");
    const written = await parts.broker.transcripts.append(elicitation.id, actingAs(caller, request), entry);
    if (written.ok) {
      if ("answer" in entry) await forgetDraft(visit, elicitation.id, entry.answer.entry);
      return sendJson({ entry: written.entry }, 201);
    }
    throw written.reason === "settled"
      ? alreadySettled(visit.parts, await findElicitation(visit))
      : refusalOf(written);
  },
});

export const endSessionRoute: Route = defineRoute({
  method: "POST",
  path: "/elicitations/{id}/end",
  summary: "End a session with its result, as the asker",
  scopes: ["ask"],
  body: object({
    content: optional(anything({ $ref: "#/components/schemas/Content" })),
    line: optional(text("The last words; the person reads them.", { max: 10_000 })),
  }),
  responses: {
    200: { description: "It is accepted.", schema: { $ref: "#/components/schemas/Elicitation" } },
  },
  refuses: ["unknown", "settled", "too-large"],
  async run(visit) {
    const { parts, caller, body: result } = visit;
    const elicitation = await findElicitation(visit);
    if (!isAskedBy(caller, elicitation))
      throw new ApiError("forbidden", "Somebody else asks here. Only the asker ends the session.");
    const ended = await parts.broker.transcripts.end(elicitation.id, {
      content: result.content,
      ...(result.line !== undefined && { line: result.line }),
    });
    return sendJson(await showOne(parts, caller, takeChange(parts, ended)));
  },
});

function toEntry({ line, form, answer }: ReadOf<typeof body>): NewEntry {
  if ([line, form, answer].filter((one) => one !== undefined).length !== 1)
    throw new ApiError("invalid", "Say one thing: a line, a form, or an answer.");
  if (line !== undefined) return { line };
  // The broker looks at every member.
  if (form !== undefined) return { form: { ...form, schema: form.schema as unknown as FormSchema } };
  if (answer !== undefined) return { answer };
  throw new ApiError("invalid", "Say one thing: a line, a form, or an answer.");
}

function refusalOf(written: Exclude<TranscriptWriting, { ok: true }>): ApiError {
  switch (written.reason) {
    case "not-asked":
      return notAsked();
    case "invalid":
      return new ApiError("invalid", "The answer does not fit what is asked.", {
        problems: written.problems,
      });
    case "taken":
      return formTaken();
    case "full":
      return new ApiError("too-large", "The session is full. Settle it, and ask for another.");
    default:
      return unknownElicitation();
  }
}
