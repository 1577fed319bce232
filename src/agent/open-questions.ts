// The questions of an agent that are open, and the answers that came after it stopped waiting.

import type { Clock } from "../core/clock.js";
import type { ElicitSpec } from "./spec.js";
import type { Told } from "./tell-model.js";

/** One question, open or answered. */
export interface AgentQuestion {
  readonly id: string;
  readonly spec: ElicitSpec;
  /** Never rejects. */
  readonly told: Promise<Told>;
  readonly withdraw: AbortController;
}

/** As many answers as are kept for somebody to fetch. */
const MOST_SETTLED = 1000;

/** Keeps questions by id. */
export class OpenQuestions {
  readonly #clock: Clock;
  readonly #questions = new Map<string, AgentQuestion>();
  readonly #settled: string[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(question: AgentQuestion): void {
    this.#questions.set(question.id, question);
    void question.told.then(() => {
      this.#settled.push(question.id);
      const oldest = this.#settled.length > MOST_SETTLED ? this.#settled.shift() : undefined;
      if (oldest !== undefined) this.#questions.delete(oldest);
    });
  }

  get(id: string): AgentQuestion | undefined {
    return this.#questions.get(id);
  }

  /** The answer; `waiting` with the id when it takes longer than that. The question stays open. */
  wait({ id, told }: AgentQuestion, waitMs: number | undefined): Promise<Told> {
    if (waitMs === undefined) return told;
    return new Promise((resolve) => {
      const timer = this.#clock.setTimer(waitMs, () =>
        resolve({ action: "unavailable", reason: "waiting", id }),
      );
      void told.then((settled) => {
        timer.cancel();
        resolve(settled);
      });
    });
  }

  /** Withdraws everything that is open. */
  close(): void {
    for (const { withdraw } of this.#questions.values()) withdraw.abort();
  }
}
