// Runs that asked, with their rounds.

import type { KeptElicitation } from "../../../broker/broker.js";
import { isOpenStatus } from "../../../core/engine/change-elicitation.js";
import { ApiError } from "../api-error.js";
import type { ApiParts } from "../api-parts.js";
import type { Caller } from "../caller.js";
import { isVisible } from "../find-elicitation.js";
import type { RunResource } from "../resources.js";
import { defineRoute, type Route } from "../route.js";
import { scanElicitations } from "../scan.js";
import { sendJson } from "../send.js";
import { optional, text } from "../shape/shapes.js";
import { showAll } from "../show.js";

/** How many elicitations a page of runs is made of. */
const PAGE = 200;
/** How many elicitations of one run are shown at the most. */
const MOST_OF_RUN = 1_000;

export const listRunsRoute: Route = defineRoute({
  method: "GET",
  path: "/runs",
  summary: "List the runs that asked, the newest first; one may go on on the next page",
  scopes: [],
  query: { cursor: optional(text("From the page before.")) },
  responses: { 200: { description: "A page.", schema: { $ref: "#/components/schemas/RunPage" } } },
  async run({ parts, caller, query }) {
    const { found, cursor } = await scanElicitations(parts, {
      filter: {},
      order: "newest",
      isWanted: (one) => isVisible(caller, one),
      cursor: query.cursor,
      limit: PAGE,
      most: 2 * PAGE,
    });
    const byRun = new Map<string, KeptElicitation[]>();
    for (const one of found) {
      const known = byRun.get(one.asker.runId);
      if (known === undefined) byRun.set(one.asker.runId, [one]);
      else known.push(one);
    }
    const runs = await Promise.all([...byRun.values()].map((asked) => toRun(parts, caller, asked)));
    return sendJson({ runs, ...(cursor !== undefined && { cursor }), now: parts.clock.now() });
  },
});

export const getRunRoute: Route = defineRoute({
  method: "GET",
  path: "/runs/{runId}",
  summary: "Show a run",
  scopes: [],
  responses: { 200: { description: "The run.", schema: { $ref: "#/components/schemas/Run" } } },
  refuses: ["unknown"],
  async run({ parts, caller, path }) {
    const { found } = await scanElicitations(parts, {
      filter: { run: path.runId ?? "" },
      order: "newest",
      isWanted: (one) => isVisible(caller, one),
      cursor: undefined,
      limit: MOST_OF_RUN,
      most: MOST_OF_RUN,
    });
    if (found.length === 0) throw new ApiError("unknown", "There is no such run, or none that you may see.");
    return sendJson(await toRun(parts, caller, found));
  },
});

/** A run of what it asked, the newest first. */
async function toRun(
  parts: ApiParts,
  caller: Caller,
  found: readonly KeptElicitation[],
): Promise<RunResource> {
  const asked = await showAll(parts, caller, found.toReversed());
  const rounds = new Map<string, typeof asked>();
  for (const one of asked) {
    // What belongs to no round is one of its own.
    const group = one.group ?? `alone ${one.id}`;
    rounds.set(group, [...(rounds.get(group) ?? []), one]);
  }
  const [first] = asked;
  if (first === undefined) throw new ApiError("unknown", "The run has asked nothing.");
  const { runId } = first.asker;
  return {
    runId,
    asker: first.asker,
    startedAt: first.createdAt,
    lastAt: Math.max(...asked.map(({ createdAt, settled }) => settled?.at ?? createdAt)),
    open: asked.filter(({ status }) => isOpenStatus(status)).length,
    rounds: [...rounds.values()],
  };
}
