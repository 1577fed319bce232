// Lists elicitations.

import type { ElicitationStatus } from "../../../core/engine/elicitations.js";
import { finalStatuses, openStatuses } from "../../../core/engine/statuses.js";
import { isVisible } from "../find-elicitation.js";
import { viewOf } from "../follow-view.js";
import type { ElicitationPage } from "../resources.js";
import { defineRoute, type Route } from "../route.js";
import { scanElicitations } from "../scan.js";
import { sendJson } from "../send.js";
import { list, optional, text, whole, word } from "../shape/shapes.js";
import { showAll } from "../show.js";

const STATUSES = [...openStatuses, ...finalStatuses] as const;

const DEFAULT_LIMIT = 100;
/** How many one request looks at: who may see few of them gets a page with fewer, and a cursor. */
const MOST_LOOKED_AT = 2_000;

export const listRoute: Route = defineRoute({
  method: "GET",
  path: "/elicitations",
  summary: "List what is asked, in order of creation",
  scopes: [],
  query: {
    status: optional(
      list(
        "Which ones; may be given several times. `open` stands for `pending` and `active`.",
        word("A status.", ["open", ...STATUSES]),
        8,
      ),
    ),
    audience: optional(text("Who may answer.")),
    asker: optional(text("The name of the server that asks.")),
    tag: optional(text("A tag that it has.")),
    cursor: optional(text("From the page before.")),
    limit: optional(whole("How many at the most; 100 if absent.", { min: 1, max: 1_000 })),
  },
  lists: ["status"],
  responses: { 200: { description: "A page.", schema: { $ref: "#/components/schemas/ElicitationPage" } } },
  async run({ parts, caller, query }) {
    const { status, cursor, limit = DEFAULT_LIMIT, ...filter } = query;
    // Before the list is read: what changes meanwhile is told twice, and never missed.
    const feed = await parts.broker.feedPosition();
    const feedId = await parts.broker.feedId();
    const view = await viewOf(parts, caller);
    const page = await scanElicitations(parts, {
      filter: { ...filter, ...(status !== undefined && { status: toStatuses(status) }) },
      isWanted: (one) => isVisible(caller, one),
      order: "oldest",
      cursor,
      limit,
      most: MOST_LOOKED_AT,
    });
    const body: ElicitationPage = {
      elicitations: await showAll(parts, caller, page.found),
      ...(page.cursor !== undefined && { cursor: page.cursor }),
      now: parts.clock.now(),
      feed,
      feedId,
      view,
    };
    return sendJson(body);
  },
});

/** `open` written out. */
const toStatuses = (given: readonly (ElicitationStatus | "open")[]): readonly ElicitationStatus[] =>
  given.flatMap((one) => (one === "open" ? openStatuses : [one]));
