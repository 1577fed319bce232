// Tells a page that somebody is sent to again from one that they have not been through with.

import { ANSWERED_ELSEWHERE } from "../../core/elicitation/responder.js";
import { toUrlDisplay } from "../../core/url-display.js";
import type { ElicitationResource } from "./resources.js";

/** True when somebody has been through with the same page for the same run: then asking for it again is a loop. */
export function wasDoneWith(page: ElicitationResource, earlier: readonly ElicitationResource[]): boolean {
  const href = hrefOf(page);
  return (
    href !== undefined &&
    earlier.some((one) => one.asker.runId === page.asker.runId && hrefOf(one) === href && isDoneWith(one))
  );
}

const hrefOf = ({ url }: ElicitationResource): string | undefined =>
  url === undefined ? undefined : toUrlDisplay(url)?.href;

const isDoneWith = ({ status, settled }: ElicitationResource): boolean =>
  status === "accepted" || settled?.reason === ANSWERED_ELSEWHERE;
