// Serves the requests to the inbox: finds what is meant, checks where it comes from and who sent it.

import { sendAsset } from "../layout/assets.js";
import { isOwnHost, isOwnPost } from "../security/same-origin.js";
import { sendCard } from "./card/send-card.js";
import { takeCardPost } from "./card/take-card-post.js";
import { sendExport } from "./history/export.js";
import { sendHistory } from "./history/history-page.js";
import { sendIcon } from "./icon.js";
import type { InboxAddress } from "./inbox-links.js";
import type { InboxParts } from "./inbox-parts.js";
import { sendListPage } from "./list/list-page.js";
import { takeListPost } from "./list/take-list-post.js";
import { sendLive } from "./live.js";
import { refuseFailed, refuseHost, refuseMethod, refuseToken, refuseUnknown } from "./refusals.js";
import { sendRun, sendRuns } from "./runs/runs-page.js";
import { sendSettings } from "./settings/settings-page.js";
import { takeMutePost } from "./settings/take-mute-post.js";
import { admit, type InboxVisit } from "./visit.js";

const READ = "GET, HEAD";

/** What can be done to each address. */
const METHODS: { readonly [To in InboxAddress["to"]]: string } = {
  list: `${READ}, POST`,
  card: `${READ}, POST`,
  mutes: "POST",
  samples: "POST",
  history: READ,
  export: READ,
  runs: READ,
  run: READ,
  settings: READ,
  live: READ,
  asset: READ,
  icon: READ,
  nothing: READ,
};

/** Serves a request; `undefined` when it is to something else. */
export async function serveInbox(
  parts: InboxParts,
  hosts: ReadonlySet<string>,
  request: Request,
): Promise<Response | undefined> {
  const address = parts.links.find(new URL(request.url).pathname);
  if (address === undefined) return undefined;
  const response = await answerTo(parts, hosts, address, request);
  if (request.method !== "HEAD") return response;
  await response.body?.cancel();
  return new Response(null, response);
}

async function answerTo(
  parts: InboxParts,
  hosts: ReadonlySet<string>,
  address: InboxAddress,
  request: Request,
): Promise<Response> {
  if (!isOwnHost(request, hosts)) return refuseHost(parts);
  const allow = METHODS[address.to];
  if (!allow.split(", ").includes(request.method)) return refuseMethod(parts, allow);
  try {
    if (address.to === "asset") return sendAsset(parts.assets, address.name, request) ?? refuseUnknown(parts);
    if (address.to === "icon") return sendIcon(address.count);
    const visit = await admit(parts, request);
    if (visit instanceof Response) return visit;
    if (request.method === "POST" && !isOwnPost(request, parts.links.origin)) return refuseToken(parts);
    return await route(parts, visit, address, request);
  } catch (error) {
    const errorId = parts.ring.random(6).toString("hex");
    parts.logger.error("A page of the inbox could not be served.", { errorId, error });
    return refuseFailed(parts, errorId);
  }
}

async function route(
  parts: InboxParts,
  visit: InboxVisit,
  address: InboxAddress,
  request: Request,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const isPost = request.method === "POST";
  switch (address.to) {
    case "list":
      return isPost ? takeListPost(parts, visit, request) : sendListPage(parts, visit, query);
    case "card":
      return isPost
        ? takeCardPost(parts, visit, address.id, request)
        : sendCard(parts, visit, address.id, { query });
    case "samples":
      return takeListPost(parts, visit, request);
    case "mutes":
      return takeMutePost(parts, visit, request);
    case "history":
      return sendHistory(parts, visit, query);
    case "export":
      return sendExport(parts, visit, address.format, query);
    case "runs":
      return sendRuns(parts, visit, query);
    case "run":
      return sendRun(parts, visit, address.id);
    case "settings":
      return sendSettings(parts, visit, query);
    case "live":
      return sendLive(parts, visit, request);
    default:
      return refuseUnknown(parts);
  }
}
