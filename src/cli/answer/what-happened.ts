// What became of a question that is over, in words: how it ended, by whom, from where and when.

import type { ElicitationResource } from "../../web/api/resources.js";
import { instant } from "../show/time-words.js";

/** True for a session that its asker has ended with what the person answered. */
export const isFinished = ({ settled }: ElicitationResource): boolean => settled?.from === "session";

/** `answered by ada (inbox) at 2026-07-28 15:30:00 UTC` */
export function whatHappened(elicitation: ElicitationResource): string {
  const { status, settled } = elicitation;
  const why = settled?.reason === undefined ? "" : `: ${settled.reason}`;
  if (isFinished(elicitation)) return `the asker has finished${why}`;
  const verb = status === "accepted" ? "answered" : status;
  const by = settled?.by === undefined ? "" : ` by ${settled.name ?? settled.by}`;
  const from = settled?.from === undefined ? "" : ` (${settled.from})`;
  const at = settled === undefined ? "" : ` at ${instant(settled.at)}`;
  return `${verb}${by}${from}${at}${why}`;
}
