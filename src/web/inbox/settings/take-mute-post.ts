// Mutes a server, or unmutes it.

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
  await visit.client.mutes.remove(server);
  return sendOn(`${parts.links.to("settings")}?done=unmuted`);
}
