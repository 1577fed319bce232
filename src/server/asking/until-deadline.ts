// The deadline of a question. Where a page or a responder keeps the question, whoever is at it may move the deadline.

import type { Clock } from "../../core/clock.js";
import type { Logger } from "../../core/logger.js";
import { recover } from "../../core/maybe-promise.js";
import type { TimerWheel, WheelTimer } from "../../core/timer-wheel.js";
import type { OpenQuestion } from "./asked.js";
import type { AskingParts } from "./asking-parts.js";
import type { Way } from "./ways.js";

/** Tells the deadline as it stands; `undefined` when the question is over. */
type FindDeadline = (id: string) => Promise<number | undefined>;

/** How long what came of a question that is over may take to get here. */
const LAST_MS = 2_000;
/** How long after its last moment a question can still be brought back. */
export const LEEWAY_MS = 60_000;

/** Who knows how the deadline stands; `undefined` where it cannot move. */
export function deadlineKeeper(
  { hosted, responderAsks }: AskingParts,
  { usesPage, usesResponder }: Pick<Way, "usesPage" | "usesResponder">,
): FindDeadline | undefined {
  const onPage = usesPage ? hosted?.asks.deadline : undefined;
  const elsewhere = usesResponder ? responderAsks?.deadline : undefined;
  if (onPage === undefined || elsewhere === undefined) return onPage ?? elsewhere;
  return async (id) => {
    const [one, two] = await Promise.all([onPage(id), elsewhere(id)]);
    return one === undefined || two === undefined ? (one ?? two) : Math.max(one, two);
  };
}

/** The last moment that the deadline can be moved to: twice the time that was given. */
export const lastDeadline = (expiresAt: number, timeoutMs: number | undefined): number =>
  expiresAt + (timeoutMs ?? 0);

interface DeadlineParts {
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly logger: Logger;
}

/** Ends the question at its deadline, wherever that is by then; gives how to stop. */
export function untilDeadline(
  { clock, wheel, logger }: DeadlineParts,
  ask: OpenQuestion,
  id: string,
  find: FindDeadline | undefined,
): () => void {
  const { expiresAt, spec } = ask;
  if (expiresAt === undefined) return () => {};
  const mostMoved = lastDeadline(expiresAt, spec.timeoutMs);
  let timer: WheelTimer | undefined;
  let isStopped = false;
  let isLast = false;

  function at(instant: number): void {
    if (!isStopped) timer = wheel.schedule(Math.max(instant - clock.now(), 0), due);
  }

  function due(): void {
    if (find === undefined || isLast) return ask.settle(ask.spec.onTimeout);
    void recover(
      () => find(id).then(move),
      (error) => {
        logger.error("The deadline of a question could not be read.", { error, id });
        move(undefined);
      },
    );
  }

  function move(moved: number | undefined): void {
    if (isStopped) return;
    // It is over for whoever keeps it: somebody may have answered in time, and that is on its way.
    isLast = moved === undefined;
    const until = moved === undefined ? clock.now() + LAST_MS : Math.min(moved, mostMoved);
    if (until <= clock.now()) ask.settle(ask.spec.onTimeout);
    else at(until);
  }

  at(expiresAt);
  return () => {
    isStopped = true;
    timer?.cancel();
  };
}
