// Asks one responder after another until somebody answers.

import type { Answer } from "../core/elicitation/answer.js";
import type { AskMode, Elicitation } from "../core/elicitation/elicitation.js";
import type { OwnFieldKind } from "../core/elicitation/own-fields.js";
import {
  canShow,
  defineResponder,
  type Responder,
  type RespondOptions,
} from "../core/elicitation/responder.js";
import { consoleLogger, type Logger, safeLogger } from "../core/logger.js";

/** How responders are composed. */
export interface ComposeOptions {
  /** Hears of responders that fail. @default standard error */
  readonly logger?: Logger;
}

/**
 * The first responder that answers. One that cannot show the mode or a field, that gives `undefined`, or that fails is passed
 * over; a failure is logged. When all are, the answer is `undefined`.
 */
export function withFallback(responders: readonly Responder[], options: ComposeOptions = {}): Responder {
  const logger = safeLogger(options.logger ?? consoleLogger);
  /** What is being asked, with what whoever comes later is told by now. */
  const open = new Set<{ readonly id: string; told: RespondOptions }>();

  async function askInTurn(
    asked: { readonly told: RespondOptions },
    elicitation: Elicitation,
  ): Promise<Answer | undefined> {
    for (const responder of responders) {
      const { told } = asked;
      if (told.signal.aborted) return WITHDRAWN;
      if (!canShow(responder, elicitation)) continue;
      try {
        const answer = await responder(elicitation, told);
        if (answer !== undefined) return answer;
      } catch (error) {
        logFailure(logger, elicitation, error);
      }
    }
    return undefined;
  }

  async function respond(elicitation: Elicitation, told: RespondOptions): Promise<Answer | undefined> {
    const asked = { id: elicitation.id, told };
    open.add(asked);
    try {
      return await askInTurn(asked, elicitation);
    } finally {
      open.delete(asked);
    }
  }

  return composed(responders, respond, (id, until) => {
    for (const asked of open) {
      const known = asked.id === id ? asked.told.until : undefined;
      if (known !== undefined) asked.told = { ...asked.told, until: Math.max(known, until) };
    }
  });
}

const WITHDRAWN: Answer = { action: "cancel", reason: "The question was withdrawn." };

/** A responder that can show what one of these can, at every moment, and passes on to all what is said of a question. */
export function composed(
  responders: readonly Responder[],
  respond: (...asked: Parameters<Responder>) => Promise<Answer | undefined>,
  onStay?: (id: string, until: number) => void,
): Responder {
  const modes = (): readonly AskMode[] => [...new Set(responders.flatMap((responder) => responder.modes))];
  return withKept(responders, respond, modes, onStay);
}

/** The same, with modes of its own. `onStay` hears of every `stay` first. */
export function withKept(
  responders: readonly Responder[],
  respond: (...asked: Parameters<Responder>) => Promise<Answer | undefined>,
  modes: () => readonly AskMode[],
  onStay?: (id: string, until: number) => void,
): Responder {
  const kindsIn = (name: "fields" | "leavesOut"): readonly OwnFieldKind[] => [
    ...new Set(responders.flatMap((responder) => responder[name] ?? [])),
  ];
  async function release(id: string): Promise<void> {
    await Promise.all(responders.map((responder) => responder.release?.(id)));
  }
  async function stay(id: string, until: number): Promise<void> {
    onStay?.(id, until);
    await Promise.all(responders.map((responder) => responder.stay?.(id, until)));
  }
  async function deadline(id: string): Promise<number | undefined> {
    const known = await Promise.all(responders.map((responder) => responder.deadline?.(id)));
    const moved = known.filter((at) => at !== undefined);
    return moved.length > 0 ? Math.max(...moved) : undefined;
  }
  const keeps = (name: "release" | "stay" | "deadline"): boolean =>
    responders.some((responder) => responder[name] !== undefined);
  return Object.defineProperties(defineResponder([], respond), {
    modes: { get: modes, enumerable: true },
    fields: { get: () => kindsIn("fields"), enumerable: true },
    leavesOut: { get: () => kindsIn("leavesOut"), enumerable: true },
    // What nobody keeps nobody has to be told of.
    ...(keeps("release") && { release: { value: release } }),
    ...(keeps("stay") && { stay: { value: stay } }),
    ...(keeps("deadline") && { deadline: { value: deadline } }),
  });
}

/** Says that a responder failed. Its question is named by id: the text may be nobody's business. */
export function logFailure(logger: Logger, { id, asker }: Elicitation, error: unknown): void {
  logger.error("A responder failed and was passed over.", { id, server: asker.server, error });
}
