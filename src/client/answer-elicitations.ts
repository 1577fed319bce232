// Puts a responder behind an official client, of either generation.

import { type Clock, systemClock } from "../core/clock.js";
import type { UrlElicitation } from "../core/elicitation/elicitation.js";
import { defineResponder, type Responder } from "../core/elicitation/responder.js";
import { BeckonError } from "../core/errors.js";
import { isObject, type JsonObject } from "../core/json.js";
import { consoleLogger, type Logger, safeLogger } from "../core/logger.js";
import { withDefaults } from "../core/with-defaults.js";
import { Calls } from "./calls.js";
import { createTap } from "./create-tap.js";
import {
  isModern,
  isSecondGeneration,
  type OfficialClient,
  type OfficialTransport,
} from "./official-client.js";
import { requestPatiently } from "./patient-request.js";
import { QuestionNotes } from "./question-notes.js";
import { Questions, type UnshownQuestion } from "./questions.js";
import { withRequiredPages } from "./required-pages.js";
import { setElicitationHandler } from "./set-elicitation-handler.js";
import { tapTransport } from "./tap-transport.js";

/** How the questions of one server are answered. */
export interface AnswerOptions {
  /** What the server is called to people and in policies. @default the name that the server gives itself */
  readonly server?: string;
  /** Where the server is, as you have configured it: shown beside its name, which is its own word. */
  readonly origin?: string;
  /** How many rounds are shown at once; the questions of one round always are. @default 1 */
  readonly atOnce?: number;
  /** How many rounds one call may ask for. @default 10 */
  readonly maxRounds?: number;
  /** How often one call may ask exactly the same. @default 4 */
  readonly maxRepeats?: number;
  /** How long a required page is waited for after the person went there, before the call is tried again. @default 600000 */
  readonly completeWaitMs?: number;
  /** Hears that a page which a person went to is done with, where the era says so. */
  readonly onComplete?: (elicitation: UrlElicitation) => void;
  /** Hears of a question that was cancelled without being shown to anybody, and why. */
  readonly onUnshown?: (question: UnshownQuestion, reason: string) => void;
  /** Where it is told what went wrong. @default standard error, for warnings and errors */
  readonly logger?: Logger;
  /** Where the time comes from. @default the machine's */
  readonly clock?: Clock;
  /** Makes the ids of questions and calls. @default random UUIDs */
  readonly newId?: () => string;
}

const defaults = {
  atOnce: 1,
  maxRounds: 10,
  maxRepeats: 4,
  completeWaitMs: 600_000,
  logger: consoleLogger,
  clock: systemClock,
  newId: () => crypto.randomUUID(),
};

/** A responder at work behind a client. */
export interface Answering extends Disposable {
  /** How many questions are shown or wait for their turn. */
  readonly open: number;
  /** Takes open questions away; later ones are cancelled, and where the era allows it nothing is declared any more. */
  close(): void;
}

/**
 * Answers the elicitations of a client's server with a responder. To be called before the client connects. The client
 * declares what the responder can show, and from now on its requests do not run out of time while a person is asked.
 *
 * @example
 * import { Client } from "@modelcontextprotocol/client";
 * import { defineResponder } from "beckon";
 * import { answerElicitations } from "beckon/client";
 *
 * const client = new Client({ name: "host", version: "1.0.0" });
 * const nobody = defineResponder(["form"], async () => ({ action: "cancel", reason: "Nobody is here." }));
 * await answerElicitations(client, nobody);
 */
export async function answerElicitations(
  client: OfficialClient,
  responder: Responder,
  options: AnswerOptions = {},
): Promise<Answering> {
  const settings = withDefaults(defaults, options);
  if (client.transport !== undefined)
    throw new BeckonError(
      "invalid-option",
      "The client is connected already. Call answerElicitations before connect, so that it can declare what it shows.",
    );
  if (ANSWERING in client)
    throw new BeckonError("invalid-option", "The client has a responder already. Compose them into one.");
  Object.defineProperty(client, ANSWERING, { value: true });
  let isClosed = false;
  const attached = Object.defineProperty(defineResponder([], responder), "modes", {
    get: () => (isClosed ? [] : responder.modes),
  });
  const questions = new Questions({
    ...settings,
    responder: attached,
    server: () =>
      options.server ?? client.getServerVersion()?.name ?? options.origin ?? "a server without a name",
    origin: options.origin,
    onComplete: options.onComplete,
    onUnshown: options.onUnshown,
    logger: safeLogger(settings.logger),
  });
  const calls = new Calls(settings.newId);
  const notes = new QuestionNotes(settings.newId);
  await setElicitationHandler(client, notes, (note, signal) =>
    questions.ask(note.params, { ...note, signal }),
  );
  /** A transport may be tried again, and is tapped once. */
  const tapped = new WeakSet<OfficialTransport>();
  const tap = createTap({ calls, notes, questions, responder: attached, newId: settings.newId });
  replaceMethods(client, {
    connect:
      (connect) =>
      (transport, ...given) => {
        // What a client connects with is a transport.
        const connecting = transport as OfficialTransport;
        if (!tapped.has(connecting)) tapTransport(connecting, tap);
        tapped.add(connecting);
        return connect(transport, ...given);
      },
    request:
      (request) =>
      (message, ...given) => {
        const place = optionsPlace(client, given);
        const sendOptions = isObject(given[place]) ? given[place] : undefined;
        const sendWith = (changed: JsonObject | undefined): Promise<unknown> =>
          request(message, ...given.slice(0, place), changed);
        const signal =
          sendOptions?.signal instanceof AbortSignal ? sendOptions.signal : new AbortController().signal;
        return withRequiredPages(
          () =>
            isModern(client) || client.transport === undefined
              ? sendWith(sendOptions)
              : requestPatiently(sendWith, sendOptions, questions, settings.clock),
          { questions, call: callOf(calls, message), signal, completeWaitMs: settings.completeWaitMs },
        );
      },
  });
  const close = (): void => {
    isClosed = true;
    questions.close();
  };
  return {
    get open() {
      return questions.open;
    },
    close,
    [Symbol.dispose]: close,
  };
}

/** Marks a client that a responder stands behind. */
const ANSWERING = Symbol("answering");

type Method = (...given: unknown[]) => Promise<unknown>;

/** Puts methods in the place of the client's own, each made of the one it replaces. */
function replaceMethods(
  client: OfficialClient,
  changes: { readonly [Name in "connect" | "request"]: (own: Method) => Method },
): void {
  for (const name of ["connect", "request"] as const)
    Object.assign(client, { [name]: changes[name](client[name].bind(client) as Method) });
}

/** Which of the arguments after the message the options are: the schema before them is not always there in v2. */
const optionsPlace = (client: OfficialClient, given: readonly unknown[]): number =>
  isSecondGeneration(client) && !isSchema(given[0]) ? 0 : 1;

/** Some libraries' schemas are functions. */
const isSchema = (value: unknown): boolean =>
  (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;

function callOf(calls: Calls, message: unknown): ReturnType<Calls["begin"]> {
  const { method, params } = isObject(message) ? message : {};
  return calls.begin(String(method), isObject(params) ? params : {});
}
