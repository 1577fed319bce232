// Sees to the pages that a person has to open before a handler can begin.

import type { Answer } from "../../core/elicitation/answer.js";
import type { UrlPage } from "../../core/elicitation/question.js";
import { hrefOf } from "../../core/elicitation/url.js";
import { declares } from "../../protocol/capabilities.js";
import { type UrlParams, urlParams } from "../../protocol/elicitation/elicit-params.js";
import { urlElicitationRequired } from "../../protocol/rpc-error.js";
import type { Call } from "../call/call.js";
import type { ElicitationRequired } from "../call/elicitation-required.js";
import { ToolError } from "../call/failure.js";
import type { Outcome } from "../call/outcome.js";
import type { ServerParts } from "../parts.js";
import { AskedPage } from "./asked-page.js";
import { elicitationId } from "./elicitation-id.js";
import { executionOf } from "./execution-of.js";

/** Sees to the pages as the era has it. */
export function requireElicitations(
  parts: ServerParts,
  call: Call,
  { pages }: ElicitationRequired,
): Promise<Outcome> {
  return call.revision.era === "legacy" ? tellClient(parts, call, pages) : askClient(parts, call, pages);
}

/** The error that names the pages. When they are completed, the client's session hears of it. */
async function tellClient(
  parts: ServerParts,
  call: Call,
  pages: readonly UrlPage<unknown>[],
): Promise<never> {
  if (!declares(call.client.capabilities, "url", call.revision)) throw cannot(pages);
  const { asking, clock } = parts;
  const { run } = executionOf(parts, call);
  const expiresAt = clock.now() + asking.options.stateTtlMs;
  const elicitations: UrlParams[] = [];
  for (const [index, page] of pages.entries()) {
    const id = elicitationId(run.id, `required.${index}`, page.message, 0);
    const params = urlParams(page.message, hrefOf(page, id), id, call.revision);
    if (params === undefined) throw cannot(pages);
    await asking.outside.open(id, {
      isPage: true,
      digest: page.message,
      sessionId: call.sessionId,
      schema: page.content?.schema,
      expiresAt,
    });
    elicitations.push(params);
  }
  throw urlElicitationRequired(elicitations);
}

/** Asks in this round; when everything is done, the next one runs the handler anew. */
async function askClient(parts: ServerParts, call: Call, pages: readonly UrlPage<unknown>[]): Promise<never> {
  const execution = executionOf(parts, call);
  const { run } = execution;
  const keys = pages.map(({ message }, index) => `required.${index}.${parts.asking.pin(message)}`);
  const wasOfNoUse = keys.every((key) => run.knows(key));
  const answers = await Promise.all(
    pages.map((page, index) => run.ask(new AskedPage(page, { key: keys[index] ?? "" }))),
  );
  const refused = answers.find(({ action }) => action !== "accept");
  if (refused) throw new ToolError(`A person has to open a page first, and did not: ${whyNot(refused)}.`);
  if (wasOfNoUse || execution.nextRound === undefined)
    throw new ToolError("A person has been to the page, but it was of no use. Try again later.");
  execution.nextRound();
  return new Promise(() => {});
}

function whyNot(answer: Answer<unknown>): string {
  switch (answer.action) {
    case "decline":
      return "they declined";
    case "timeout":
      return "the time was over";
    case "unavailable":
      return "there is nobody to ask";
    default:
      return "it was cancelled";
  }
}

const cannot = (pages: readonly UrlPage<unknown>[]): ToolError =>
  new ToolError(
    `A person has to open a page first, and this client cannot show one: ${pages.map(({ message }) => message).join(" ")}`,
  );
