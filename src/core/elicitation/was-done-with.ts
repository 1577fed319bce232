// Tells a page that somebody is sent to again from one that they have not been through with.

import { toUrlDisplay } from "../url-display.js";
import { ANSWERED_ELSEWHERE } from "./responder.js";

/** What is known of a page that somebody was asked to go to. */
export interface AskedPage {
  readonly asker: { readonly runId: string };
  readonly url?: string | undefined;
  readonly status: string;
  readonly settled?: { readonly reason?: string | undefined } | undefined;
}

/** True when somebody has been through with the same page for the same run: then asking for it again is a loop. */
export function wasDoneWith(page: AskedPage, earlier: readonly AskedPage[]): boolean {
  const href = hrefOf(page);
  return (
    href !== undefined &&
    earlier.some((one) => one.asker.runId === page.asker.runId && hrefOf(one) === href && isDoneWith(one))
  );
}

const hrefOf = ({ url }: AskedPage): string | undefined =>
  url === undefined ? undefined : toUrlDisplay(url)?.href;

const isDoneWith = ({ status, settled }: AskedPage): boolean =>
  status === "accepted" || settled?.reason === ANSWERED_ELSEWHERE;
