// What a program means: run once, from its first line to its last, with every answer at hand.

import { holds } from "./asking-handler.js";
import { answerFor, MOST_INVALID, type Script, scriptFor } from "./asking-person.js";
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

/** What comes of a program. */
export interface Meaning {
  readonly trace: readonly unknown[];
  readonly outcome: unknown;
  readonly isError: boolean;
  /** What its steps do to the world, in order as far as there is one. */
  readonly effects: readonly { readonly key: string; readonly given: unknown }[];
  /** The places it comes to. */
  readonly marks: readonly string[];
  readonly deferred: readonly string[];
  /** The questions that have a key of their own and get an answer that can be given before they are asked. */
  readonly foreseen: readonly { readonly key: string; readonly ask: Ask; readonly script: Script }[];
  /** How many times a person is asked, when every answer comes at once and is valid. */
  readonly rounds: number;
}

/** A failure, as programs see it. */
class Failure extends Error {
  readonly seen: object;

  constructor(seen: object) {
    super("A failure of the program.");
    this.seen = seen;
  }
}

interface Scope {
  readonly place: Place;
  readonly local: { last: unknown; latest: unknown; readonly trace: unknown[]; rounds: number };
}

type Completion = "return" | undefined;

/** Runs a program; `give` gives the n-th value of a kind. */
export function interpret(
  program: Program,
  scripts: readonly Script[],
  give: (kind: ValueKind, count: number) => unknown,
): Meaning {
  const interpreter = new Reference(scripts, give);
  const local: Scope["local"] = { last: null, latest: null, trace: [], rounds: 0 };
  const { effects, marks, deferred, foreseen } = interpreter;
  const made = (outcome: unknown, isError: boolean): Meaning => ({
    trace: local.trace,
    outcome,
    isError,
    effects,
    marks,
    deferred,
    foreseen,
    rounds: local.rounds,
  });
  try {
    return made(interpreter.run(program, { place: ROOT, local }) ?? "end", false);
  } catch (error) {
    if (error instanceof Failure) return made(error.seen, true);
    throw error;
  }
}

class Reference {
  readonly effects: { readonly key: string; readonly given: unknown }[] = [];
  readonly marks: string[] = [];
  readonly deferred: string[] = [];
  readonly foreseen: { readonly key: string; readonly ask: Ask; readonly script: Script }[] = [];
  readonly #scripts: readonly Script[];
  readonly #give: (kind: ValueKind, count: number) => unknown;
  readonly #counts = new Map<string, number>();
  readonly #keys = new Set<string>();

  constructor(scripts: readonly Script[], give: (kind: ValueKind, count: number) => unknown) {
    this.#scripts = scripts;
    this.#give = give;
  }

  run(program: Program, { place, local }: Scope): Completion {
    for (const [index, statement] of program.entries()) {
      const completion = this.#execute(statement, { place: within(place, index), local });
      if (completion) return completion;
    }
    return undefined;
  }

  #execute(statement: Statement, scope: Scope): Completion {
    const { place, local } = scope;
    const { path } = place;
    switch (statement.do) {
      case "ask":
        this.#note(scope, "answer", this.#ask(statement.ask, place)(), 1);
        return;
      case "asks": {
        const asked = statement.asks.map((ask, index) => this.#ask(ask, within(place, index)));
        this.#note(
          scope,
          "answers",
          asked.map((answer) => answer()),
          1,
        );
        return;
      }
      case "late": {
        const asked = this.#ask(statement.ask, place);
        const before = local.rounds;
        try {
          return this.run(statement.body, scope);
        } finally {
          this.#note(scope, "answer", asked(), local.rounds === before ? 1 : 0);
        }
      }
      case "both":
        return this.#both(statement.left, statement.right, scope);
      case "step":
        return this.#step(statement, scope);
      case "loop":
        for (let turn = 0; turn < statement.times; turn += 1) {
          const completion = this.run(statement.body, { place: within(place, `turn ${turn}`), local });
          if (completion) return completion;
        }
        return;
      case "when":
        return this.run(holds(statement.test, local.last) ? statement.yes : statement.no, scope);
      case "try":
        return this.#try(statement, scope);
      case "value":
        if (place.branch === "") local.latest = this.#give(statement.kind, this.#count(statement.kind));
        local.trace.push([statement.kind, local.latest]);
        return;
      case "defer":
        this.deferred.push(path);
        return;
      case "pause":
        this.marks.push(`pause ${path}`);
        return;
      case "return":
        return "return";
      case "throw":
        throw new Failure({ name: "TypeError", message: `thrown at ${path}` });
    }
  }

  /** Asks; what it gives is known when it is looked at. */
  #ask(ask: Ask, place: Place): () => unknown {
    this.marks.push(`ask ${place.path}`);
    const { message, key } = wordingOf(ask, place);
    if (key !== undefined && this.#keys.has(key))
      return () => {
        throw new Failure({ name: "BeckonError", code: "duplicate-key" });
      };
    const script = scriptFor(this.#scripts, message, this.#count(message));
    if (key !== undefined) {
      this.#keys.add(key);
      if (script.invalid < MOST_INVALID) this.foreseen.push({ key, ask, script });
    }
    const answer = answerFor(ask.kind, script);
    return () => answer;
  }

  #note({ place, local }: Scope, what: string, answer: unknown, rounds: number): void {
    this.marks.push(`${what} ${place.path}`);
    local.rounds += rounds;
    local.last = answer;
    local.trace.push([what, answer]);
  }

  #both(left: Program, right: Program, { place, local }: Scope): Completion {
    const { rounds } = local;
    let failure: Failure | undefined;
    let completion: Completion;
    const traces = [left, right].map((program, index) => {
      const scope = {
        place: beside(place, `branch ${index}`),
        local: { ...local, trace: [] as unknown[], rounds },
      };
      try {
        completion = this.run(program, scope) ?? completion;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failure ??= error;
      }
      local.rounds = Math.max(local.rounds, scope.local.rounds);
      return scope.local.trace;
    });
    local.trace.push(traces);
    if (failure) throw failure;
    return completion;
  }

  #step({ kind }: Extract<Statement, { do: "step" }>, { place: { path }, local }: Scope): undefined {
    const key = `step ${path}`;
    const given = structuredClone([local.last, local.latest]);
    this.effects.push({ key, given });
    if (kind === "throws") throw new Failure({ name: "RangeError", code: "E_STEP", step: key });
    if (kind === "unfit") throw new Failure({ name: "BeckonError", code: "not-json", step: key });
    this.marks.push(key);
    const results = {
      number: 0,
      dated: { at: "1970-01-02T00:00:00.000Z", list: [null, 1] },
      nothing: "nothing",
      echo: given,
    };
    local.trace.push(["step", results[kind]]);
  }

  #try({ body, rescue, cleanup }: Extract<Statement, { do: "try" }>, { place, local }: Scope): Completion {
    const part = (name: string): Scope => ({ place: within(place, name), local });
    let completion: Completion;
    try {
      completion = this.run(body, part("try"));
    } catch (error) {
      if (rescue === undefined || !(error instanceof Failure)) throw error;
      this.marks.push(`catch ${place.path}`);
      local.trace.push(["caught", error.seen]);
      completion = this.run(rescue, part("catch"));
    } finally {
      this.marks.push(`finally ${place.path}`);
      if (cleanup !== undefined) {
        local.trace.push(["finally"]);
        completion = this.run(cleanup, part("finally")) ?? completion;
      }
    }
    return completion;
  }

  #count(what: string): number {
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    return count;
  }
}
