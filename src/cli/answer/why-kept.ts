// What waits on a server and is not brought up in a terminal.

import type { ElicitationResource } from "../../web/api/resources.js";

/** Why an open question is not brought up, if it is not. */
export function whyKept({ muted, aside }: Pick<ElicitationResource, "muted" | "aside">): string | undefined {
  if (muted === true) return "its asker is muted now, and it stays open";
  return aside === true ? "you have put it aside, and it stays open" : undefined;
}
