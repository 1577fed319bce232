// Asks people in the terminal.

import type { Timer } from "../core/clock.js";
import type { Answer } from "../core/elicitation/answer.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import { ownKindsOf } from "../core/elicitation/own-fields.js";
import { defineResponder, type Responder, type RespondOptions } from "../core/elicitation/responder.js";
import { BeckonError } from "../core/errors.js";
import { loadFindDomain } from "../core/find-domain.js";
import { neutralLine } from "../core/neutral-text.js";
import type { FindDomain } from "../core/url-display.js";
import { withDefaults } from "../core/with-defaults.js";
import { askInTerminal } from "./ask-in-terminal.js";
import { isShowable } from "./card/card-field.js";
import type { DeskParts } from "./desk.js";
import { createLineDesk } from "./line-desk.js";
import { marksFor } from "./look/marks.js";
import { nobodyLine } from "./nobody-line.js";
import type { ShownQuestion, TerminalQuestion } from "./question.js";
import { type Item, nameOf, Queue } from "./queue.js";
import { createScreenDesk } from "./screen-desk.js";
import { SentForms } from "./sent-forms.js";
import { settleItem } from "./settle-items.js";
import { type TerminalOptions, terminalDefaults } from "./terminal-options.js";
import type { Interruption } from "./tty/line-input.js";
import { openBrowser } from "./tty/open-browser.js";
import { findTerminal } from "./tty/streams.js";

/** A terminal that questions are put into, and answered in one by one. */
export interface Terminal extends AsyncDisposable {
  /** Asks here. Its `modes` are empty where there is no terminal. */
  readonly responder: Responder;
  /** True when there is a terminal that somebody could answer in. */
  readonly isAttached: boolean;
  /** True while a card is there, also that of a page which the person went to: what else is written would damage it. */
  readonly isAsking: boolean;
  /** Puts a question of elsewhere into the queue. Throws `unreachable` where there is no terminal. */
  show(question: TerminalQuestion): ShownQuestion;
  /** The page of a url elicitation is done with: its waiting card closes. For `onComplete` of `beckon/client`. */
  complete(elicitation: Pick<Elicitation, "id">): void;
  /** Cancels what waits and gives the terminal back. */
  close(): Promise<void>;
}

/**
 * Makes a terminal. Nothing is taken of it before the first question, and everything is given back after the last.
 *
 * @example
 * import { createAsker } from "beckon/agent";
 * import { createTerminal } from "beckon/terminal";
 *
 * await using terminal = createTerminal({ env: process.env });
 * using asker = createAsker({ responders: [], terminal: terminal.responder });
 * const told = await asker.ask({ type: "choice", prompt: "Which region?", options: ["eu", "us"] });
 */
export function createTerminal(options: TerminalOptions): Terminal {
  const settings = withDefaults({ ...terminalDefaults, errors: process.stderr, openBrowser }, options);
  const { clock, env, errors, supply, interrupted = raiseInterrupt } = settings;
  if ((settings.input === undefined) !== (settings.output === undefined))
    throw new BeckonError(
      "invalid-option",
      "A terminal needs both input and output, or neither for the process's own.",
    );
  const openStreams = findTerminal({ input: settings.input, output: settings.output, env });
  const queue = new Queue();
  const sentForms = new SentForms();
  const timers = new Map<Item, Timer>();
  let isClosed = false;
  let findDomain: FindDomain = () => undefined;
  /** Which part of a host is registered takes a while to load, and only pages need it. */
  let loading: Promise<void> | undefined;

  const parts: DeskParts = {
    queue,
    clock,
    marks: marksFor(knowsUnicode(env)),
    colours: env.NO_COLOR ? "no colours" : "colours",
    stays: settings.stay,
    isQuiet: settings.quiet,
    findDomain: (host) => findDomain(host),
    openStreams() {
      if (openStreams === undefined) throw new BeckonError("unreachable", NO_TERMINAL);
      return openStreams();
    },
    openBrowser: async (href) => {
      try {
        return await settings.openBrowser(href);
      } catch {
        // The person is told that it did not work, and has the address.
        return false;
      }
    },
    interrupt(how) {
      dropAll("The person left the terminal.");
      interrupted(how);
    },
    hangUp: () => dropAll("The terminal was closed."),
    givenBack: () => settings.givenBack?.(),
    postpone(items) {
      for (const item of items.filter(forget))
        if (item.question.later !== undefined) item.question.later();
        else settleLate(item, { action: "cancel", reason: "not now" });
      desk.changed();
    },
  };
  const desk = settings.linear || env.TERM === "dumb" ? createLineDesk(parts) : createScreenDesk(parts);

  function forget(item: Item): boolean {
    timers.get(item)?.cancel();
    timers.delete(item);
    return queue.remove(item);
  }

  function dropAll(reason: string): void {
    const dropped = queue.items.filter(forget);
    desk.close();
    for (const { question, isTaken } of dropped) if (!isTaken) question.dropped?.(reason);
  }

  /** Tells the asker of something that the person has left already; when that fails, they hear of it. */
  function settleLate(item: Item, answer: Answer): void {
    void settleItem(item, answer).then((settled) => {
      if (settled.type === "refused" && !isClosed)
        desk.say(`${nameOf(item)}: ${settled.failure ?? "It was refused."}`);
    });
  }

  /** A question that is kept elsewhere expires there; one that is only here expires here. */
  function watchDeadline(item: Item): void {
    timers.get(item)?.cancel();
    const { question, expiresAt } = item;
    if (expiresAt === undefined || question.later !== undefined) return;
    const timer = clock.setTimer(Math.min(expiresAt - clock.now(), LONGEST_TIMER), () => {
      if (clock.now() < expiresAt) return watchDeadline(item);
      if (item.isTaken || !forget(item)) return;
      settleLate(item, { action: "timeout" });
      desk.say(`${nameOf(item)}: the time for it is over, and nothing was sent.`);
    });
    timers.set(item, timer);
  }

  function show(question: TerminalQuestion): ShownQuestion {
    if (isClosed) throw new BeckonError("closed", "The terminal is closed.");
    if (openStreams === undefined) throw new BeckonError("unreachable", NO_TERMINAL);
    const waited = queue.size;
    const item = queue.add(question, clock.now());
    if (question.elicitation.mode === "url")
      loading ??= loadFindDomain().then((loaded) => {
        findDomain = loaded;
        if (queue.current !== undefined) desk.changed();
      });
    watchDeadline(item);
    try {
      if (queue.size > waited) desk.arrived();
      else desk.changed();
    } catch (cause) {
      forget(item);
      throw new BeckonError("unreachable", "The terminal could not be opened.", { cause });
    }
    return {
      update({ expiresAt, transcript }) {
        if (!queue.has(item)) return;
        if (expiresAt !== undefined) item.expiresAt = expiresAt;
        if (transcript !== undefined) item.transcript = transcript;
        watchDeadline(item);
        desk.changed();
      },
      remove(reason) {
        const wasTaken = item.isTaken;
        if (!forget(item)) return;
        if (wasTaken) desk.changed();
        else desk.say(`${nameOf(item)} is gone: ${neutralLine(reason)}`);
      },
      complete() {
        if (item.isTaken) complete(item);
        else if (forget(item)) desk.say(`Done: ${nameOf(item)} (completed on its page)`);
      },
    };
  }

  function complete(item: Item): void {
    if (!item.isTaken || !queue.has(item)) return;
    desk.completed(item);
    forget(item);
    desk.changed();
  }

  async function respond(elicitation: Elicitation, told: RespondOptions): Promise<Answer | undefined> {
    if (isClosed) return undefined;
    if (openStreams === undefined) {
      errors.write(nobodyLine(elicitation, supply));
      return undefined;
    }
    if (elicitation.mode === "form" && lacksFiles(elicitation.schema)) return undefined;
    if (told.signal.aborted) return { action: "cancel", reason: "The question was withdrawn." };
    return askInTerminal(show, sentForms, elicitation, told);
  }

  const responder: Responder = Object.defineProperty(
    Object.assign(defineResponder([], respond, ["secret"]), { leavesOut: ["file"] as const }),
    "modes",
    { get: () => (openStreams === undefined || isClosed ? [] : ["form", "url"]), enumerable: true },
  );

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    dropAll("The terminal was closed.");
    await loading;
  }

  if (settings.stay && openStreams !== undefined) desk.changed();
  return {
    responder,
    isAttached: openStreams !== undefined,
    get isAsking() {
      return queue.size > 0;
    },
    show,
    complete({ id }) {
      const item = queue.items.find(({ question }) => question.elicitation.id === id);
      if (item !== undefined) complete(item);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** True for a form that makes no sense without its files. */
const lacksFiles = (schema: FormSchema): boolean => ownKindsOf(schema).has("file") && !isShowable(schema);

const NO_TERMINAL =
  "There is no terminal here to ask in. Ask isAttached first, or run it where there is one.";

/** Timers know no longer times; then they look again. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A signal that somebody else listens for is on its way to them already. */
function raiseInterrupt(how: Interruption): void {
  if (how === "key" || process.listenerCount("SIGINT") === 0) process.kill(process.pid, "SIGINT");
}

/** Node writes UTF-8 whatever the locale; only one that says otherwise, and the bare console, lack the signs. */
function knowsUnicode(env: { readonly [name: string]: string | undefined }): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "UTF-8";
  return /utf-?8/i.test(locale) && env.TERM !== "linux";
}
