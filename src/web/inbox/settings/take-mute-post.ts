// Mutes a server, or unmutes it.

import { ApiError } from "../../api/api-error.js";
import { postedText } from "../../form/controls.js";
import { sendOn } from "../frame.js";
import type { InboxParts } from "../inbox-parts.js";
import { readForm } from "../read-form.js";
import { refuseBody } from "../refusals.js";
import type { InboxVisit } from "../visit.js";

export async function takeMutePost(
  parts: InboxParts,
  visit: InboxVisit,
  request: Request,
): Promise<Response> {
  const fields = await readForm(parts, visit, request);
  if (fields instanceof Response) return fields;
  const server = postedText(fields, "server");
  const action = postedText(fields, "action");
  if (server === "") return refuseBody(parts, 400, "It names no server.");
  if (action === "mute") {
    await visit.client.mutes.add(server);
    return sendOn(`${parts.links.path}?done=mute&n=1`);
  }
  if (action !== "unmute") return refuseBody(parts, 400, "It does not say what to do.");
  await unmute(visit, server);
  const card = postedText(fields, "card");
  return sendOn(card === "" ? `${parts.links.to("settings")}?done=unmuted` : parts.links.card(card));
}

async function unmute({ client }: InboxVisit, server: string): Promise<void> {
  try {
    await client.mutes.remove(server);
  } catch (error) {
    // Somebody else was faster, which is as good.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
