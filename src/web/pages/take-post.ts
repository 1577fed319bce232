// Takes what a person sends from a question's page: an answer, a no, a cancellation, a draft, or a sign that they are at it.

import type { Broker, Change, Settling } from "../../broker/broker.js";
import { checkContent } from "../../core/elicitation/check-content.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { Problem } from "../../core/problem.js";
import { BodyProblem } from "../body/body-problem.js";
import { type FilePlace, fileFields } from "../form/accept-files.js";
import { type Posted, postedText } from "../form/controls.js";
import { findMisfit } from "../form/find-misfit.js";
import { withKeptFiles } from "../form/kept-files.js";
import { type PostedFiles, readContent } from "../form/read-content.js";
import { type ReadPost, readPost } from "../form/read-post.js";
import { canRender } from "../form/render-form.js";
import { isToken } from "../security/csrf.js";
import { pageHeaders } from "../security/headers.js";
import { forgetDraft, keepDraft, tryKeepDraft } from "./drafts.js";
import { isEnded, sendEnded } from "./ended-page.js";
import { NOT_KEPT } from "./later-page.js";
import type { PageParts } from "./page-parts.js";
import { sendQuestion } from "./question-page.js";
import { refuseBody, refuseOther, refuseToken, refuseUnknown } from "./refusals.js";
import type { Visit } from "./visit.js";

const EMPTY: FormSchema = { type: "object", properties: {} };
const LONGEST_REASON = 2_000;
const KEY = /^[\w-]{22}$/;

/** Does what was asked for, once. Whatever is refused changes nothing. */
export async function takePost(parts: PageParts, visit: Visit, request: Request): Promise<Response> {
  const { broker, links, maxFormBytes } = parts;
  const { id, schema } = visit.elicitation;
  const path = links.pathOf(id);
  const hasToken = (fields: Posted): boolean => isOwnToken(parts, visit, fields);
  let post: ReadPost;
  try {
    post = await readPost(request, {
      maxFormBytes,
      places: placesOf(broker, id, schema),
      remove: broker.files.remove,
      hasToken,
    });
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error;
    return error.status === 403
      ? refuseToken(parts, path)
      : refuseBody(parts, path, error.status, error.message);
  }
  if (!hasToken(post.fields)) {
    await post.discard();
    return refuseToken(parts, path);
  }
  const response = await act(parts, visit, post);
  // Only an answer that was taken keeps its files.
  if (response.status !== 303) await post.discard();
  return response;
}

const placesOf = (
  { files }: Broker,
  id: string,
  schema: FormSchema | undefined,
): ReadonlyMap<string, FilePlace> =>
  new Map(
    [...fileFields(schema)].map(([control, place]) => [
      control,
      { ...place, write: (file, stream) => files.write(id, file, stream) },
    ]),
  );

async function act(parts: PageParts, visit: Visit, post: ReadPost): Promise<Response> {
  const { token: _token, action, key, reason, ...rest } = post.own;
  const path = parts.links.pathOf(visit.elicitation.id);
  const isPlain = Object.values(rest).length === 0 && post.others.size === 0;
  switch (action) {
    case "accept":
      return keepingDraft(parts, visit, post, await accept(parts, visit, post, key));
    case "decline":
    case "cancel": {
      if (!isPlain) return refuseBody(parts, path, 400, "It has a field that this form does not have.");
      const why = (reason ?? "").trim().slice(0, LONGEST_REASON);
      const settling: Settling =
        action === "decline"
          ? { action, ...(why !== "" && { reason: why }) }
          : { action, reason: why === "" ? "The person cancelled on the page." : why };
      return settle(parts, visit, settling, key);
    }
    case "later": {
      const isKept = await tryKeepDraft(parts, visit, post.others);
      await post.discard();
      return redirect(`${path}/later${isKept ? "" : NOT_KEPT}`);
    }
    case "draft": {
      const { ok } = await keepDraft(parts, visit, post.others);
      return new Response(null, { status: ok ? 204 : 409, headers: pageHeaders });
    }
    case "claim":
      return claim(parts, visit);
    default:
      return refuseBody(parts, path, 400, "It does not say what to do.");
  }
}

/** What was not taken is kept, so that it is there again when the page is opened anew. */
async function keepingDraft(
  parts: PageParts,
  visit: Visit,
  { others }: ReadPost,
  response: Response,
): Promise<Response> {
  if (response.status === 422) await tryKeepDraft(parts, visit, others);
  return response;
}

async function accept(
  parts: PageParts,
  visit: Visit,
  post: ReadPost,
  key: string | undefined,
): Promise<Response> {
  const { schema = EMPTY, id } = visit.elicitation;
  const misfit = canRender({ schema }) ? findMisfit(schema, post.others) : "It answers what cannot be shown.";
  if (misfit !== undefined) return refuseBody(parts, parts.links.pathOf(id), 400, misfit);
  const { content, problems } = readAnswer(schema, post.others, post.files);
  const found = new Map([...problems, ...post.fileProblems]);
  if (found.size > 0)
    return isEnded(visit.elicitation)
      ? sendEnded(parts, visit, true)
      : sendQuestion(parts, visit, { status: 422, posted: post.others, problems: found });
  const response = await settle(parts, visit, { action: "accept", content }, key, post.others);
  if (response.status !== 409 || post.files.size === 0) return response;
  // The same form, sent twice, has other files each time: with those of the first it is the same answer.
  const kept = withKeptFiles(schema, content, await parts.broker.getAnswer(id));
  if (kept === undefined) return response;
  const again = await settle(parts, visit, { action: "accept", content: kept }, key, post.others);
  if (again.status === 303) await post.discard();
  return again;
}

/** What was answered, and everything that is wrong with it by field. */
function readAnswer(schema: FormSchema, posted: Posted, files: PostedFiles) {
  const { content, problems } = readContent(schema, posted, files);
  const checked = checkContent(schema, content);
  return { content, problems: byField([...(checked.problems ?? []), ...problems]) };
}

/** The last word on each field. */
const byField = (problems: readonly Problem[]): ReadonlyMap<string, string> =>
  new Map(problems.map(({ path, message }) => [path, message]));

async function settle(
  parts: PageParts,
  visit: Visit,
  settling: Settling,
  key: string | undefined,
  posted?: Posted,
): Promise<Response> {
  const { broker, links } = parts;
  const { elicitation, visitor } = visit;
  const by = visitor?.id ?? elicitation.audience;
  const acting = {
    from: "page",
    ...(by !== undefined && { by }),
    ...(key !== undefined && KEY.test(key) && { key }),
  };
  const change: Change = await broker.settle(elicitation.id, settling, acting);
  if (change.ok) {
    await forgetDraft(parts, visit);
    return redirect(links.pathOf(elicitation.id));
  }
  switch (change.reason) {
    case "unknown":
      return refuseUnknown(parts);
    case "not-asked":
      // Whoever is let in is asked, unless identify says otherwise from one request to the next.
      return visitor === undefined ? refuseUnknown(parts) : refuseOther(parts, visitor);
    case "settled":
      return sendEnded(parts, { ...visit, elicitation: change.elicitation }, true);
    case "invalid":
      return sendQuestion(parts, visit, { status: 422, posted, problems: byField(change.problems) });
    case "too-large": {
      const problems = new Map([["", "the answer is longer than can be taken; shorten it"]]);
      return sendQuestion(parts, visit, { status: 413, posted, problems });
    }
  }
}

/** Tells that somebody is at it, which may move the deadline: the page hears where it is now. */
async function claim(parts: PageParts, { elicitation, visitor }: Visit): Promise<Response> {
  const change = await parts.broker.claim(elicitation.id, {
    by: visitor?.id ?? elicitation.audience ?? "page",
    from: "page",
  });
  const expiresAt = change.ok ? change.elicitation.expiresAt : undefined;
  return new Response(null, {
    status: 204,
    headers: { ...pageHeaders, ...(expiresAt !== undefined && { "beckon-expires-at": String(expiresAt) }) },
  });
}

const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...pageHeaders, location } });

function isOwnToken({ ring }: PageParts, { elicitation, visitor, browser }: Visit, fields: Posted): boolean {
  if (browser === undefined || fields.get("token")?.length !== 1) return false;
  const owner = { browser, visitorId: visitor?.id, subject: elicitation.id };
  return isToken(ring, owner, postedText(fields, "token"));
}
