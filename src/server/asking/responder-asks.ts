// Elicitations that the server's responder or its pages are asked: each once, however many rounds wait for it.

import type { Clock } from "../../core/clock.js";
import type { Answer } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import { fieldsOfKind } from "../../core/elicitation/own-fields.js";
import type { Responder, RespondOptions } from "../../core/elicitation/responder.js";
import type { Logger } from "../../core/logger.js";
import { recover } from "../../core/maybe-promise.js";
import type { TimerWheel, WheelTimer } from "../../core/timer-wheel.js";
import type { Quota } from "../quota.js";
import { isAnswer } from "./is-answer.js";
import type { OutsideAnswers } from "./outside-answers.js";
import { pauseFor } from "./pause-for.js";
import type { SecretRecords } from "./secret-records.js";
import { withoutSecrets } from "./without-secrets.js";

/** Whoever is asked. */
export interface AskedResponder extends Responder {
  /** Takes back what another node may have asked; absent where each node takes back its own. */
  takeDown?(id: string): Promise<void>;
}

/** How the responder is asked. */
export interface ResponderAsk {
  readonly group: string;
  readonly expiresAt: number;
  /** For whom it is asked. */
  readonly whose: string;
  /** True for a page that the application completes: that the person went there is no answer yet. */
  readonly isCompletedOutside: boolean;
}

/** What is done besides asking. */
export interface ResponderAsksOptions {
  readonly secrets: SecretRecords;
  /**
   * True for what stays where it is: a server that stops leaves it for the next one, and one that cannot get at it just
   * now tries again.
   */
  readonly staysOpen?: boolean;
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly logger: Logger;
}

/** What the responder is busy with. */
export interface ResponderAsks {
  /**
   * Asks, unless it is being asked already; what comes of it is told to the outside answers. False when too much is
   * asked already for the same one.
   */
  begin(elicitation: Elicitation, how: ResponderAsk): boolean;
  /** Says that somebody may come for the answer until a later instant. */
  stay(id: string, until: number): void;
  /** Has it withdrawn at an instant, unless it is begun again before. */
  endAt(id: string, instant: number): void;
  /** Tells the responder that nobody wants the answer any more. */
  withdraw(id: string, reason: string): void;
  /** The same for what another node may have asked. */
  takeDown(id: string, reason: string): void;
  /** Says that the answer is kept, so that its secrets need not be anywhere else. */
  release(id: string): void;
  /** The deadline as it stands; absent where it is the one that the question was asked with. */
  readonly deadline: ((id: string) => Promise<number | undefined>) | undefined;
  close(): void;
}

/** What is being asked, and until when. */
interface Busy {
  readonly controller: AbortController;
  expiresAt: number;
  expiry: WheelTimer;
}

/** How long it takes until what failed is tried again: at first, and at most. */
const FIRST_PAUSE_MS = 1_000;
const MOST_PAUSE_MS = 60_000;
/** How often it is tried to take something down. */
const MOST_TAKE_DOWNS = 10;

export function createResponderAsks(
  responder: AskedResponder,
  outside: OutsideAnswers,
  quota: Quota,
  { secrets, staysOpen = false, clock, wheel, logger }: ResponderAsksOptions,
): ResponderAsks {
  let isClosed = false;
  const busy = new Map<string, Busy>();

  async function ask(elicitation: Elicitation, how: ResponderAsk, signal: AbortSignal): Promise<void> {
    let left = MOST_TAKE_DOWNS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)) {
      try {
        return await attempt(elicitation, how, signal);
      } catch (error) {
        // Another server goes on with it; that its broker closes too is no failure.
        if (isClosed) return;
        logger.error(staysOpen ? "A page could not be asked." : "An answer could not be kept.", {
          error,
          id: elicitation.id,
        });
      }
      // Somebody may be at it: that this server cannot hear of it now is no answer.
      if (staysOpen) await pauseFor(wheel, pauseMs, signal);
      // What nobody wants any more has yet to be taken down.
      if (signal.aborted) left -= 1;
      if (!staysOpen || left < 0) return;
    }
  }

  async function attempt(
    elicitation: Elicitation,
    { group, expiresAt, isCompletedOutside }: ResponderAsk,
    signal: AbortSignal,
  ): Promise<void> {
    const until = busy.get(elicitation.id)?.expiresAt ?? expiresAt;
    const answer = await respond(elicitation, { signal, group, ...(staysOpen && { until }) });
    if (answer === undefined || isClosed) return;
    // Given in the moment it was taken back: nobody will come for it, so that its secrets must not stay.
    if (signal.aborted && hasSecrets(elicitation)) release(elicitation.id);
    if (signal.aborted) return;
    if (isCompletedOutside && answer.action === "accept") return;
    await outside.settle(elicitation.id, await withoutSecrets(secrets, elicitation, answer));
    if (hasSecrets(elicitation)) release(elicitation.id);
  }

  /** What it answers; `undefined` when nobody wants to know any more. */
  async function respond(
    elicitation: Elicitation,
    how: RespondOptions,
  ): Promise<Answer<unknown> | undefined> {
    try {
      const answer = (await responder(elicitation, how)) ?? NOBODY;
      if (isAnswer(answer)) return answer;
      logger.error("The responder gave something that is no answer.");
      return NOBODY;
    } catch (error) {
      const { signal } = how;
      if (signal.aborted && error === signal.reason) return undefined;
      if (staysOpen) throw error;
      logger.error("The responder failed.", { error });
      return NOBODY;
    }
  }

  /** What cannot be taken down just now is tried again, and not for ever. */
  async function takeDown(id: string): Promise<void> {
    for (let [left, pauseMs] = [MOST_TAKE_DOWNS, FIRST_PAUSE_MS]; left > 0; left -= 1, pauseMs *= 2) {
      try {
        return await responder.takeDown?.(id);
      } catch (error) {
        if (isClosed) return;
        logger.error("A page could not be taken down.", { error, id });
      }
      await pauseFor(wheel, Math.min(pauseMs, MOST_PAUSE_MS));
    }
  }

  function release(id: string): void {
    void recover(
      () => responder.release?.(id),
      (error) => logger.error("Whoever was asked could not be told that the answer is kept.", { error, id }),
    );
  }

  function withdraw(id: string, reason: string): void {
    const asked = busy.get(id);
    busy.delete(id);
    asked?.controller.abort(new DOMException(reason, "AbortError"));
  }

  const expiryOf = (id: string, instant: number): WheelTimer =>
    wheel.schedule(Math.max(instant - clock.now(), 0), () =>
      staysOpen ? void lapse(id) : withdraw(id, "expired"),
    );

  /** Its time is over as far as this node knows: another one may have had a later round of what stays where it is. */
  async function lapse(id: string): Promise<void> {
    const asked = busy.get(id);
    if (asked === undefined) return;
    const { expiry } = asked;
    let until: number | undefined;
    try {
      until = (await outside.find(id))?.expiresAt;
    } catch (error) {
      logger.error("It could not be seen until when a question is asked.", { error, id });
      until = clock.now() + MOST_PAUSE_MS;
    }
    // Begun again meanwhile.
    if (busy.get(id) !== asked || asked.expiry !== expiry) return;
    // Where the clock was set back, its own time may be to come too.
    const latest = Math.max(until ?? 0, asked.expiresAt);
    if (latest > clock.now()) expireAt(id, asked, latest);
    else withdraw(id, "expired");
  }

  function expireAt(id: string, asked: Busy, instant: number): void {
    asked.expiry.cancel();
    asked.expiresAt = instant;
    asked.expiry = expiryOf(id, instant);
  }

  function stay(id: string, until: number): void {
    const asked = busy.get(id);
    if (asked === undefined) return;
    expireAt(id, asked, until);
    if (!staysOpen) return;
    void recover(
      () => responder.stay?.(id, until),
      (error) => logger.error("A page could not be kept for longer.", { error, id }),
    );
  }

  return {
    begin(elicitation, how) {
      const { id } = elicitation;
      const { expiresAt, whose } = how;
      // Its time begins anew with every round.
      if (busy.has(id)) stay(id, expiresAt);
      if (busy.has(id)) return true;
      if (!quota.enter(whose)) return false;
      const controller = new AbortController();
      const asked: Busy = { controller, expiresAt, expiry: expiryOf(id, expiresAt) };
      busy.set(id, asked);
      void ask(elicitation, how, controller.signal).then(() => {
        if (busy.get(id) === asked) busy.delete(id);
        quota.leave(whose);
        asked.expiry.cancel();
      });
      return true;
    },
    stay,
    endAt(id, instant) {
      const asked = busy.get(id);
      if (asked !== undefined) expireAt(id, asked, Math.min(asked.expiresAt, instant));
    },
    withdraw,
    takeDown(id, reason) {
      if (busy.has(id)) withdraw(id, reason);
      else void takeDown(id);
    },
    release,
    deadline: responder.deadline && ((id) => responder.deadline?.(id) ?? Promise.resolve(undefined)),
    close() {
      isClosed = true;
      if (!staysOpen) for (const id of [...busy.keys()]) withdraw(id, "the server stops");
    },
  };
}

const hasSecrets = (elicitation: Elicitation): boolean =>
  elicitation.mode === "form" && fieldsOfKind(elicitation.schema, "secret").length > 0;

const NOBODY: Answer<unknown> = { action: "unavailable", reason: "nobody" };
