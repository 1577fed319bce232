// What a command is: its words, its options, and what it does. Help, completion and documentation are made of this.

import type { alwaysPossible, ExitName } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

interface Described {
  /** What it is for, as the end of a line of help. */
  readonly summary: string;
  /** One letter. */
  readonly short?: string;
}

/** An option that is there or not. */
export interface FlagOption extends Described {
  readonly type: "flag";
}

/** An option with a value. */
export interface TextOption extends Described {
  readonly type: "text";
  /** What the value is called in help: `FILE`. */
  readonly value: string;
  /** What can be given, where that is a few words. */
  readonly choices?: readonly string[];
  readonly default?: string;
  /** True when it can be given more than once. */
  readonly several?: true;
}

/** An option whose value is a number. */
export interface NumberOption extends Described {
  readonly type: "number";
  readonly value: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export type Option = FlagOption | TextOption | NumberOption;
export type Options = { readonly [name: string]: Option };

/** What stands behind the name of a command. */
export interface Argument {
  /** What it is called in help: `ID`. */
  readonly name: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  /** True when it may be left out. Only the last ones may. */
  readonly optional?: true;
  /** True when any number of them may follow. Only the last one may. */
  readonly several?: true;
}

/** A command line that does something, and what. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** The values of the options, by name. */
export type Values<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

type ValueOf<O> = O extends { readonly type: "flag" }
  ? boolean
  : O extends { readonly several: true }
    ? readonly string[]
    : (O extends { readonly type: "number" } ? number : ChosenOf<O>) | Absent<O>;

type ChosenOf<O> = O extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

type Absent<O> = O extends { readonly default: unknown } ? never : undefined;

/** One use of a command. */
export interface Call<O extends Options> {
  readonly options: Values<O>;
  /** What was given for its arguments, in their order. */
  readonly args: readonly string[];
  readonly surroundings: Surroundings;
}

interface CommandWords {
  /** One word, or two: `secret set`. */
  readonly name: string;
  /** What it does, as a line of the list of commands. */
  readonly summary: string;
  /** What else is to know, as paragraphs. */
  readonly description: string;
  readonly arguments?: readonly Argument[];
  readonly examples: readonly Example[];
  /** How it can end besides done, failed, usage and interrupted. */
  readonly ends?: readonly ExitName[];
}

/** A way to end, or the code of another program that was run; `undefined` for done. */
export type Ended = ExitName | number | undefined;

/** Commands that somebody looks for together. */
export interface Topic {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** A command as the table has it. */
export interface Command extends CommandWords {
  readonly options: Options;
  /** Resolves with how it ended. */
  run(call: Call<Options>): Promise<Ended>;
}

interface CommandDefinition<O extends Options, E extends ExitName> extends CommandWords {
  readonly options: O;
  readonly ends?: readonly E[];
  // biome-ignore lint/suspicious/noConfusingVoidType: a command that is simply done returns nothing.
  run(call: Call<O>): Promise<(typeof alwaysPossible)[number] | NoInfer<E> | number | undefined | void>;
}

/**
 * Declares a command. The values that `run` gets have the types that the options say, and it can end in no way that
 * `ends` does not list: help is made of that.
 */
export const defineCommand = <const O extends Options, const E extends ExitName = never>(
  definition: CommandDefinition<O, E>,
): Command => ({
  ...definition,
  async run(call) {
    // The values were read by these very options.
    const ended = await definition.run(call as unknown as Call<O>);
    return ended ?? undefined;
  },
});
