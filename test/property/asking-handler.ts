// Runs a program as a tool's handler, and writes down what every execution of it does.

import { type CallContext, field, form, StepError, ToolError } from "../../src/index.js";
import {
  type Ask,
  beside,
  type Place,
  type Program,
  ROOT,
  type Statement,
  type ValueKind,
  within,
  wordingOf,
} from "./asking-program.js";

/** What one execution of a handler did. */
export interface Execution {
  readonly runId: string;
  readonly round: number;
  /** The places it came to, in order. */
  readonly marks: { readonly label: string; readonly replaying: boolean }[];
  /** The values it was given, by kind and number. */
  readonly values: Map<string, unknown>;
  /** What it deferred, and what of that ran. */
  readonly deferred: string[];
  readonly cleaned: string[];
  /** True when the handler came to its own end. */
  isFinished: boolean;
  /** True when its client went away: it may still come to an end with the answers it has. */
  isBroken: boolean;
}

/** What a step did to the world. */
export interface Effect {
  readonly runId: string;
  readonly key: string;
  /** The round in which it happened. */
  readonly round: number;
  /** What the step was given by the handler. */
  readonly given: unknown;
}

/** What handlers do to the world, and the moments at which it may interfere. */
export interface World {
  readonly executions: Execution[];
  readonly effects: Effect[];
  /** Called when a handler begins. */
  onEnter: (execution: Execution) => void;
  /** Called when a step has had its effect and is not over. */
  onStep: (execution: Execution) => void;
}

export const createWorld = (): World => ({
  executions: [],
  effects: [],
  onEnter() {},
  onStep() {},
});

export const valueName = (kind: ValueKind, count: number): string => `${kind} ${count}`;

/** Where the program is, and what it knows there. */
interface Scope {
  readonly place: Place;
  readonly local: { last: unknown; latest: unknown; readonly trace: unknown[] };
}

type Completion = "return" | undefined;

/** Makes the handler. Its result says which run it was and what it saw. */
export const toHandler =
  (program: Program, world: World) =>
  async (_input: unknown, ctx: CallContext): Promise<object> => {
    const { id: runId, round } = ctx.run;
    const execution: Execution = {
      runId,
      round,
      marks: [],
      values: new Map(),
      deferred: [],
      cleaned: [],
      isFinished: false,
      isBroken: false,
    };
    world.executions.push(execution);
    world.onEnter(execution);
    const local: Scope["local"] = { last: null, latest: null, trace: [] };
    const { trace } = local;
    try {
      const completion = await new Interpreter(ctx, world, execution).run(program, { place: ROOT, local });
      return { runId, trace, outcome: completion ?? "end" };
    } catch (error) {
      throw new ToolError(JSON.stringify({ runId, trace, outcome: describeError(error) }));
    } finally {
      execution.isFinished = true;
    }
  };

class Interpreter {
  readonly #ctx: CallContext;
  readonly #world: World;
  readonly #execution: Execution;
  readonly #counts = new Map<ValueKind, number>();

  constructor(ctx: CallContext, world: World, execution: Execution) {
    this.#ctx = ctx;
    this.#world = world;
    this.#execution = execution;
  }

  async run(program: Program, { place, local }: Scope): Promise<Completion> {
    for (const [index, statement] of program.entries()) {
      const completion = await this.#execute(statement, { place: within(place, index), local });
      if (completion) return completion;
    }
    return undefined;
  }

  async #execute(statement: Statement, scope: Scope): Promise<Completion> {
    const { place, local } = scope;
    const { path } = place;
    switch (statement.do) {
      case "ask":
        this.#note(scope, "answer", await this.#ask(statement.ask, place));
        return;
      case "asks": {
        const asked = statement.asks.map((ask, index) => this.#ask(ask, within(place, index)));
        this.#note(scope, "answers", await Promise.all(asked));
        return;
      }
      case "late": {
        const asked = this.#ask(statement.ask, place);
        // It is awaited below; until then nobody looks at it.
        asked.catch(() => {});
        try {
          return await this.run(statement.body, scope);
        } finally {
          this.#note(scope, "answer", await asked);
        }
      }
      case "both":
        return this.#both(statement.left, statement.right, scope);
      case "step":
        await this.#step(statement, scope);
        return;
      case "loop":
        for (let turn = 0; turn < statement.times; turn += 1) {
          const completion = await this.run(statement.body, { place: within(place, `turn ${turn}`), local });
          if (completion) return completion;
        }
        return;
      case "when":
        return this.run(holds(statement.test, local.last) ? statement.yes : statement.no, scope);
      case "try":
        return this.#try(statement, scope);
      case "value":
        // Which of two branches comes first is nobody's promise.
        if (place.branch === "") local.latest = this.#value(statement.kind);
        local.trace.push([statement.kind, local.latest]);
        return;
      case "defer":
        this.#execution.deferred.push(path);
        this.#ctx.defer(async () => {
          await turns(1);
          this.#execution.cleaned.push(path);
        });
        return;
      case "pause":
        await turns(statement.turns);
        this.#mark(`pause ${path}`);
        return;
      case "return":
        return "return";
      case "throw":
        throw new TypeError(`thrown at ${path}`);
    }
  }

  #ask(ask: Ask, place: Place): Promise<unknown> {
    this.#mark(`ask ${place.path}`);
    const { message, key } = wordingOf(ask, place);
    const options = key === undefined ? {} : { key };
    switch (ask.kind) {
      case "party":
        return this.#ctx.elicit(form(message, PARTY), options);
      case "terms":
        return this.#ctx.elicit(form(message, TERMS), options);
      case "confirm":
        return this.#ctx.confirm(message, options);
      case "choose":
        return this.#ctx.choose(message, ["tea", "coffee"], options);
    }
  }

  #note({ place, local }: Scope, what: string, answer: unknown): void {
    this.#mark(`${what} ${place.path}`);
    local.last = answer;
    local.trace.push([what, answer]);
  }

  async #both(left: Program, right: Program, { place, local }: Scope): Promise<Completion> {
    const bodies = [left, right].map((program, index) => {
      const scope = { place: beside(place, `branch ${index}`), local: { ...local, trace: [] } };
      return { trace: scope.local.trace, done: this.run(program, scope) };
    });
    const settled = await Promise.allSettled(bodies.map(({ done }) => done));
    local.trace.push(bodies.map(({ trace }) => trace));
    for (const one of settled) if (one.status === "rejected") throw one.reason;
    return settled.some((one) => one.status === "fulfilled" && one.value) ? "return" : undefined;
  }

  async #step(
    { kind, turns: count }: Extract<Statement, { do: "step" }>,
    { place: { path }, local }: Scope,
  ): Promise<void> {
    const key = `step ${path}`;
    const given = structuredClone([local.last, local.latest]);
    const result = await this.#ctx.step(key, async ({ runId }) => {
      this.#world.effects.push({ runId, key, round: this.#execution.round, given });
      this.#world.onStep(this.#execution);
      await turns(count);
      switch (kind) {
        case "number":
          return -0;
        case "dated":
          return { at: new Date(86_400_000), list: [undefined, 1], none: undefined };
        case "nothing":
          return undefined;
        case "echo":
          return given;
        case "throws":
          throw Object.assign(new RangeError(`failed at ${path}`), { code: "E_STEP" });
        case "unfit":
          return { at: new Map([["a", 1]]) };
      }
    });
    this.#mark(key);
    local.trace.push(["step", result === undefined ? "nothing" : result]);
  }

  async #try(
    { body, rescue, cleanup }: Extract<Statement, { do: "try" }>,
    { place, local }: Scope,
  ): Promise<Completion> {
    const part = (name: string): Scope => ({ place: within(place, name), local });
    let completion: Completion;
    try {
      completion = await this.run(body, part("try"));
    } catch (error) {
      if (rescue === undefined) throw error;
      this.#mark(`catch ${place.path}`);
      local.trace.push(["caught", describeError(error)]);
      completion = await this.run(rescue, part("catch"));
    } finally {
      this.#mark(`finally ${place.path}`);
      if (cleanup !== undefined) {
        local.trace.push(["finally"]);
        completion = (await this.run(cleanup, part("finally"))) ?? completion;
      }
    }
    return completion;
  }

  #value(kind: ValueKind): unknown {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const value = this.#ctx[kind]();
    this.#execution.values.set(valueName(kind, count), value);
    return value;
  }

  #mark(label: string): void {
    this.#execution.marks.push({ label, replaying: this.#ctx.replaying });
  }
}

const PARTY = {
  guests: field.integer({ title: "Guests", minimum: 1, maximum: 20 }),
  seat: field.choice({ title: "Where", options: { in: "Inside", out: "Terrace" }, default: "in" }),
};

const TERMS = { agreed: field.boolean(), note: field.string({ optional: true }) };

/** What programs branch on. */
export function holds(test: "accepted" | "odd", last: unknown): boolean {
  const text = JSON.stringify(last);
  return test === "odd" ? text.length % 2 === 1 : text === "true" || text.includes('"accept"');
}

/** What a program sees of an error. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: String(error) };
  const { code, step } = error as Error & { readonly code?: unknown; readonly step?: unknown };
  if (error instanceof StepError) return { name: error.name, code, step };
  return { name: error.name, ...(code === undefined ? { message: error.message } : { code }) };
}

/** Lets the event loop turn a number of times. */
export async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}
