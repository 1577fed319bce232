// Takes what is done to several questions at once. Nothing of it answers one.

import { ApiError } from "../../api/api-error.js";
import { postedText } from "../../form/controls.js";
import { sendOn } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import { readForm } from "../read-form.js";
import { refuseBody } from "../refusals.js";
import type { InboxVisit } from "../visit.js";
import type { Entry } from "./entries.js";
import { withWord } from "./filter.js";
import { loadWaiting } from "./load-waiting.js";
import { undoOf } from "./news.js";

/** More than a list has. */
const MOST = 500;

export async function takeListPost(
  parts: InboxParts,
  visit: InboxVisit,
  request: Request,
): Promise<Response> {
  const fields = await readForm(parts, visit, request);
  if (fields instanceof Response) return fields;
  const { path } = parts.links;
  const action = postedText(fields, "action");
  if (action === "sample") {
    await visit.client.sample();
    return sendOn(path);
  }
  const ids = fields.get("id") ?? [];
  if (ids.length > MOST) return refuseBody(parts, 400, "It selects more than there can be.");
  if (ids.length === 0) return sendOn(path + withWord(visit.search, `done=none`));
  const { entries } = await loadWaiting(visit);
  const picked = entries.filter(({ questions }) => questions.some(({ id }) => ids.includes(id)));
  const asked = picked.flatMap(({ questions }) => questions.map(({ id }) => id));
  switch (action) {
    case "later":
      for (const id of asked) await visit.client.putAside(id);
      return sendOn(path + withWord(visit.search, `done=later&n=${picked.length}${undoOf(ids)}`));
    case "back":
      for (const id of asked) await visit.client.bringBack(id);
      return sendOn(path + withWord(visit.search, `done=back&n=${picked.length}`));
    case "mute":
      return sendOn(path + withWord(visit.search, `done=mute&n=${await mute(visit, picked)}`));
    case "cancel": {
      const cancelled = await cancel(visit, picked);
      // What was gone when it was pressed is over as well.
      return sendOn(
        path + withWord(visit.search, `done=cancel&n=${cancelled}&over=${ids.length - cancelled}`),
      );
    }
    default:
      return refuseBody(parts, 400, "It does not say what to do.");
  }
}

async function mute({ client }: InboxVisit, picked: readonly Entry[]): Promise<number> {
  const servers = new Set(picked.map(({ head }) => head.asker.server));
  for (const server of servers) await client.mutes.add(server);
  return servers.size;
}

/** Cancels whole rounds; resolves to how many were still open. */
async function cancel({ client }: InboxVisit, picked: readonly Entry[]): Promise<number> {
  let count = 0;
  for (const { questions } of picked) {
    let isCancelled = false;
    for (const { id } of questions) {
      try {
        await client.cancel(id);
        isCancelled = true;
      } catch (error) {
        // Somebody else was faster, which is as good.
        if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) throw error;
      }
    }
    if (isCancelled) count += 1;
  }
  return count;
}
