// Lets an agent ask the people it works for.

import { type Clock, systemClock } from "../core/clock.js";
import type { Answer } from "../core/elicitation/answer.js";
import type { FormElicitation } from "../core/elicitation/elicitation.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import type { Responder } from "../core/elicitation/responder.js";
import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { consoleLogger, type Logger, safeLogger } from "../core/logger.js";
import type { Vault } from "../core/vault.js";
import { withDefaults } from "../core/with-defaults.js";
import type { Prioritized } from "../responders/by-priority.js";
import { type Approval, approveTool, type ToolCall } from "./approve-tool.js";
import { createChain } from "./create-chain.js";
import { resolveHandles } from "./handles.js";
import { type AgentQuestion, OpenQuestions } from "./open-questions.js";
import { createOwnTerminal } from "./own-terminal.js";
import { parseSpec } from "./parse-spec.js";
import type { ElicitSpec } from "./spec.js";
import { specToForm } from "./spec-to-form.js";
import { type Told, tellModel } from "./tell-model.js";
import { withDeadline } from "./with-deadline.js";
import { sensitiveNames, withHandles } from "./with-handles.js";

/** Who may answer an agent, and where its secrets go. */
export interface AskerOptions {
  /** Who may answer: the highest priority first, the next when one gives `undefined` or fails. */
  readonly responders: readonly Prioritized[];
  /**
   * Is asked last; when nobody answers, the question is cancelled. False for an agent that has no business in the
   * terminal. @default the process's own, where there is one
   */
  readonly terminal?: Responder | false;
  /** Where sensitive answers are kept. Without it, none can be asked for. */
  readonly vault?: Vault;
  /** Whose secrets these are, in the vault. @default "agent" */
  readonly owner?: string;
  /** What the agent is called to people. @default "agent" */
  readonly name?: string;
  /** Hears of responders that fail. @default standard error */
  readonly logger?: Logger;
  /** @default the machine's */
  readonly clock?: Clock;
  /** Makes the ids of questions. @default random UUIDs */
  readonly newId?: () => string;
}

const defaults = {
  owner: "agent",
  name: "agent",
  logger: consoleLogger,
  clock: systemClock,
  newId: () => crypto.randomUUID(),
};

/** How one question is asked. */
export interface AgentAskOptions {
  /** Withdraws the question. */
  readonly signal?: AbortSignal;
  /** After how long `unavailable`, reason `waiting`, is given with the id; the question stays open. @default for ever */
  readonly waitMs?: number;
}

/** An agent's way to people. */
export interface Asker extends Disposable {
  /** Asks. Sensitive values come as handles. Throws `invalid-arguments` for a spec that cannot be asked. */
  ask(spec: unknown, options?: AgentAskOptions): Promise<Told>;
  /** The answer to a question that took longer than somebody waited; `undefined` for an id that is not known. */
  answerTo(id: string, options?: Pick<AgentAskOptions, "waitMs">): Promise<Told | undefined>;
  /** Executes the tool `elicit`: gives the text for the model, also for a spec that cannot be asked. */
  elicit(input: unknown, options?: AgentAskOptions): Promise<string>;
  /** Executes the tool `get_answer`. */
  getAnswer(input: unknown): Promise<string>;
  /** Asks whether a tool may run, through the same responders. */
  approveTool(call: ToolCall, options?: Pick<AgentAskOptions, "signal">): Promise<Approval>;
  /** A copy of a tool's arguments with values in place of handles. For the tool, and never for the model. */
  resolveSecrets(args: unknown): Promise<unknown>;
  /** Withdraws what is open, and gives the terminal back that it opened. */
  close(): void;
}

/**
 * Makes an agent's way to people.
 *
 * @example
 * import { defineResponder } from "beckon";
 * import { createAsker, elicitTool } from "beckon/agent";
 *
 * const person = defineResponder(["form"], async () => ({ action: "accept", content: { answer: "Lisbon" } }));
 * const asker = createAsker({ responders: [{ priority: 0, responder: person }] });
 * const tools = [{ name: elicitTool.name, input_schema: elicitTool.inputSchema }];
 * const text = await asker.elicit({ type: "text", prompt: "Which city?" });
 */
export function createAsker(options: AskerOptions): Asker {
  const {
    owner,
    name,
    logger: given,
    clock,
    newId,
    responders,
    terminal,
    vault,
  } = withDefaults(defaults, options);
  const logger = safeLogger(given);
  const own = terminal === undefined ? createOwnTerminal() : undefined;
  const chain = createChain({ responders, terminal: own?.responder ?? (terminal || undefined), logger });
  const timed = withDeadline(chain, { clock, logger });
  const questions = new OpenQuestions(clock);

  function respond(
    id: string,
    method: string,
    target: string | undefined,
    form: { readonly message: string; readonly schema: FormSchema },
    timeoutMs: number | undefined,
    signal: AbortSignal,
  ): Promise<Answer> {
    const elicitation: FormElicitation = {
      mode: "form",
      id,
      key: id,
      ...form,
      audience: undefined,
      expiresAt: timeoutMs === undefined ? undefined : clock.now() + timeoutMs,
      asker: { server: name, method, target, client: undefined, principalId: undefined, runId: id },
    };
    const asked = timed(elicitation, { signal, group: id });
    // A view may close without a word when it is told to.
    return Promise.race([asked.then((answer) => answer ?? NOBODY), whenWithdrawn(signal)]);
  }

  async function tell(id: string, spec: ElicitSpec, answer: Answer): Promise<Told> {
    if (answer.action !== "accept" || vault === undefined) return answer;
    const content = await withHandles(vault, owner, spec, answer.content);
    if (sensitiveNames(spec).size > 0) await chain.release?.(id);
    return { ...answer, content };
  }

  function open(spec: ElicitSpec): AgentQuestion {
    const id = newId();
    const withdraw = new AbortController();
    const told = respond(
      id,
      "elicit",
      spec.type,
      specToForm(spec),
      inMs(spec.timeoutSeconds),
      withdraw.signal,
    )
      .then((answer) => tell(id, spec, answer))
      .catch((error: unknown): Told => {
        logger.error("An answer could not be kept.", { id, error });
        return { action: "cancel", reason: "The answer could not be kept." };
      });
    const question = { id, spec, told, withdraw };
    questions.add(question);
    return question;
  }

  async function ask(spec: ElicitSpec, options: AgentAskOptions = {}): Promise<Told> {
    const { signal, waitMs = inMs(spec.waitSeconds) } = options;
    if (vault === undefined && sensitiveNames(spec).size > 0)
      throw new BeckonError(
        "invalid-option",
        "This agent has no vault to keep secrets in. Ask the person to set the secret up in another way.",
      );
    if (signal?.aborted) return WITHDRAWN;
    const question = open(spec);
    const withdraw = (): void => question.withdraw.abort(signal?.reason);
    signal?.addEventListener("abort", withdraw, { once: true });
    try {
      return await questions.wait(question, waitMs);
    } finally {
      // Whoever has stopped waiting can no longer withdraw what stays open.
      signal?.removeEventListener("abort", withdraw);
    }
  }

  const close = (): void => {
    questions.close();
    own?.close();
  };
  return {
    ask: async (given, options) => ask(parseSpec(given), options),
    answerTo: async (id, { waitMs } = {}) => {
      const question = questions.get(id);
      return question && questions.wait(question, waitMs);
    },
    async elicit(input, options = {}) {
      try {
        const spec = parseSpec(input);
        return tellModel(spec, await ask(spec, options));
      } catch (error) {
        if (error instanceof BeckonError) return `Error: ${error.message}`;
        throw error;
      }
    },
    async getAnswer(input) {
      const id = isObject(input) ? input.id : undefined;
      if (typeof id !== "string") return "Error: id is missing. Write the id that elicit gave.";
      const question = questions.get(id);
      if (question === undefined) return `Error: there is no question with the id ${JSON.stringify(id)}.`;
      const seconds = isObject(input) && typeof input.wait_seconds === "number" ? input.wait_seconds : 0;
      return tellModel(question.spec, await questions.wait(question, inMs(seconds)));
    },
    approveTool(call, { signal } = {}) {
      return approveTool(call, async (message, schema) => {
        const withdrawn = signal ?? new AbortController().signal;
        return respond(newId(), "tools/call", call.name, { message, schema }, undefined, withdrawn);
      });
    },
    resolveSecrets: async (args) => (vault === undefined ? args : resolveHandles(vault, owner, args)),
    close,
    [Symbol.dispose]: close,
  };
}

const NOBODY: Answer & Told = { action: "cancel", reason: "Nobody could be asked." };
const WITHDRAWN: Answer & Told = { action: "cancel", reason: "The question was withdrawn." };

const whenWithdrawn = (signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(WITHDRAWN);
    else signal.addEventListener("abort", () => resolve(WITHDRAWN), { once: true });
  });

const inMs = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000;
