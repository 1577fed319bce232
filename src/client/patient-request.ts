// Sends a request whose time limit does not count while a person is being asked.

import type { Clock } from "../core/clock.js";
import { isObject, type JsonObject } from "../core/json.js";
import { PatientTimer } from "./patient-timer.js";
import type { Questions } from "./questions.js";

/** What both official clients allow for a request when nothing is said. */
const DEFAULT_LIMIT_MS = 60_000;

/** The longest time that a timer of JavaScript can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Sends with options in place of the given ones. */
type Send = (options: JsonObject) => Promise<unknown>;

/**
 * In the legacy era a question is asked inside the call, whose limit would pass while the person reads. Here the limit
 * is kept outside the client, which hears of it as a cancellation.
 */
export async function requestPatiently(
  send: Send,
  given: JsonObject | undefined,
  questions: Questions,
  clock: Clock,
): Promise<unknown> {
  const limitMs = typeof given?.timeout === "number" ? given.timeout : DEFAULT_LIMIT_MS;
  const ending = new AbortController();
  const timer = new PatientTimer(clock, limitMs, () =>
    ending.abort(new Error(`The request took longer than ${limitMs} ms, waits for people not counted.`)),
  );
  timer.pause(questions.open > 0);
  const unwatch = questions.watch((isOpen) => timer.pause(isOpen));
  const signal =
    given?.signal instanceof AbortSignal ? AbortSignal.any([given.signal, ending.signal]) : ending.signal;
  try {
    return await send({ ...given, ...watchProgress(given, timer), timeout: LONGEST_MS, signal });
  } finally {
    timer.cancel();
    unwatch();
  }
}

/** A limit that begins again with each progress still does. */
function watchProgress(given: JsonObject | undefined, timer: PatientTimer): JsonObject {
  const onprogress = isObject(given) ? given.onprogress : undefined;
  if (given?.resetTimeoutOnProgress !== true || typeof onprogress !== "function") return {};
  return {
    onprogress: (...told: unknown[]) => {
      timer.reset();
      onprogress(...told);
    },
  };
}
