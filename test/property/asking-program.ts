// Handlers as data: small programs that ask, take steps, branch, loop, fail, clean up and end.

import fc from "fast-check";

/** What kind of form a question shows. */
export type AskKind = "party" | "terms" | "confirm" | "choose";

export interface Ask {
  readonly kind: AskKind;
  /** Named after its question, by a name of its own, or by one that another question may have taken. */
  readonly naming: "question" | "own" | "shared";
}

/** What a step does after its effect. */
export type StepKind = "number" | "dated" | "nothing" | "echo" | "throws" | "unfit";

export type Statement =
  | { readonly do: "ask"; readonly ask: Ask }
  /** Several questions at once. */
  | { readonly do: "asks"; readonly asks: readonly Ask[] }
  /** A question asked first and awaited after the body. */
  | { readonly do: "late"; readonly ask: Ask; readonly body: Program }
  /** Two bodies at once. */
  | { readonly do: "both"; readonly left: Program; readonly right: Program }
  | { readonly do: "step"; readonly kind: StepKind; readonly turns: number }
  | { readonly do: "loop"; readonly times: number; readonly body: Program }
  /** Branches on the last answer. */
  | {
      readonly do: "when";
      readonly test: "accepted" | "odd";
      readonly yes: Program;
      readonly no: Program;
    }
  | {
      readonly do: "try";
      readonly body: Program;
      readonly rescue: Program | undefined;
      readonly cleanup: Program | undefined;
    }
  | { readonly do: "value"; readonly kind: ValueKind }
  | { readonly do: "defer" }
  /** Waits for something that the server knows nothing of. */
  | { readonly do: "pause"; readonly turns: number }
  | { readonly do: "return" }
  | { readonly do: "throw" };

export type ValueKind = "now" | "uuid" | "random";

export type Program = readonly Statement[];

const ask: fc.Arbitrary<Ask> = fc.record({
  kind: fc.constantFrom("party", "terms", "confirm", "choose"),
  naming: fc.oneof(
    { arbitrary: fc.constant("question" as const), weight: 5 },
    { arbitrary: fc.constant("own" as const), weight: 3 },
    { arbitrary: fc.constant("shared" as const), weight: 1 },
  ),
});

const turns = fc.integer({ min: 0, max: 2 });

const simple: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("ask" as const), ask }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("asks" as const),
      asks: fc.array(ask, { minLength: 2, maxLength: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("step" as const),
      kind: fc.constantFrom<StepKind>("number", "dated", "nothing", "echo", "echo", "throws", "unfit"),
      turns,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("value" as const),
      kind: fc.constantFrom<ValueKind>("now", "uuid", "random"),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "defer" as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pause" as const), turns }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: "return" as const }, { do: "throw" as const }) },
);

const body = (depth: number, maxLength = 3): fc.Arbitrary<Program> =>
  fc.array(statement(depth), { maxLength });

const statement: fc.Memo<Statement> = fc.memo((depth) =>
  depth <= 1
    ? simple
    : fc.oneof(
        { weight: 8, arbitrary: simple },
        { weight: 2, arbitrary: fc.record({ do: fc.constant("late" as const), ask, body: body(depth - 1) }) },
        {
          weight: 2,
          arbitrary: fc.record({
            do: fc.constant("both" as const),
            left: body(depth - 1),
            right: body(depth - 1),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({
            do: fc.constant("loop" as const),
            times: fc.integer({ min: 0, max: 3 }),
            body: body(depth - 1, 2),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({
            do: fc.constant("when" as const),
            test: fc.constantFrom("accepted" as const, "odd" as const),
            yes: body(depth - 1),
            no: body(depth - 1),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({
            do: fc.constant("try" as const),
            body: body(depth - 1),
            rescue: fc.option(body(depth - 1), { nil: undefined }),
            cleanup: fc.option(body(depth - 1), { nil: undefined }),
          }),
        },
      ),
);

/** Programs of bounded size. */
export const anyProgram: fc.Arbitrary<Program> = fc.array(statement(3), { minLength: 1, maxLength: 5 });

/** True when a program, or a part of it, has one of these statements. */
export const has = (program: Program, ...kinds: readonly Statement["do"][]): boolean =>
  program.some(
    (statement) => kinds.includes(statement.do) || partsOf(statement).some((part) => has(part, ...kinds)),
  );

function partsOf(statement: Statement): readonly Program[] {
  switch (statement.do) {
    case "late":
    case "loop":
      return [statement.body];
    case "both":
      return [statement.left, statement.right];
    case "when":
      return [statement.yes, statement.no];
    case "try":
      return [statement.body, statement.rescue ?? [], statement.cleanup ?? []];
    default:
      return [];
  }
}

/** Where in a run a statement is: unique, whatever loops it is in. */
export interface Place {
  readonly path: string;
  /** The path of the innermost body that runs beside another; empty for none. */
  readonly branch: string;
}

export const ROOT: Place = { path: "", branch: "" };

export const within = ({ path, branch }: Place, part: string | number): Place => ({
  path: `${path}/${part}`,
  branch,
});

/** In a body that runs beside another: what it asks must be told apart from what the other asks. */
export const beside = (place: Place, part: string): Place => {
  const { path } = within(place, part);
  return { path, branch: path };
};

/** How a question is put. */
export interface Wording {
  readonly message: string;
  readonly key: string | undefined;
}

const TEXTS: Readonly<Record<AskKind, string>> = {
  party: "How many, and where?",
  terms: "Do you agree?",
  confirm: "Go on?",
  choose: "Which one?",
};

/** Its words and its key. Those named after their question are equal to each other wherever order tells them apart. */
export function wordingOf({ kind, naming }: Ask, { path, branch }: Place): Wording {
  const text = TEXTS[kind];
  if (naming === "question") return { message: branch === "" ? text : `${text} (${branch})`, key: undefined };
  // Which of two branches takes a name first is nobody's promise.
  const key = naming === "shared" && branch === "" ? "shared" : `own ${path}`;
  return { message: `${text} [${key}]`, key };
}
