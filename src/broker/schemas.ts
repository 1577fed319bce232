// The schemas of forms, as text and as objects: each is looked at once, however many elicitations ask with it.

import type { FormContent } from "../core/elicitation/answer.js";
import { prepareContentCheck } from "../core/elicitation/check-content.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import type { CheckedContent } from "../core/elicitation/question.js";
import { BeckonError } from "../core/errors.js";
import { freezeDeeply, isFrozenDeeply } from "../core/freeze.js";
import { messageOf } from "../core/message-of.js";
import { requireAskedSchema } from "./require-asked-schema.js";

/** A schema that may be asked with. Equal ones share one text and one object. */
export interface KnownSchema {
  readonly text: string;
  /** The text on a line of its own, as bodies end with it. */
  readonly tail: string;
  readonly schema: FormSchema;
  /** Holds content against it. */
  check(content: unknown): CheckedContent<FormContent>;
  /** The fields whose values are secrets. */
  readonly secrets: readonly string[];
  /** The fields that hold files. */
  readonly files: readonly string[];
}

/** Reads schemas and remembers the last ones. */
export interface Schemas {
  /** A schema that somebody gave. Throws when it is none. */
  fromGiven(given: unknown): KnownSchema;
  /** The schema that a text ends with, from some place on. */
  fromEnd(text: string, start: number): KnownSchema;
}

/** How much text is remembered, in characters. */
const MOST_CHARACTERS = 4 * 2 ** 20;
const SHORTCUTS = 64;
/** How long a schema may be, in characters. */
const LONGEST = 256 * 2 ** 10;

export function createSchemas(): Schemas {
  let known = new Map<string, KnownSchema>();
  let older = new Map<string, KnownSchema>();
  let characters = 0;

  /** What is not used while the memory fills up once is forgotten. */
  function remember(schema: KnownSchema): KnownSchema {
    if (characters + schema.text.length > MOST_CHARACTERS / 2) {
      older = known;
      known = new Map();
      characters = 0;
    }
    known.set(schema.text, schema);
    characters += schema.text.length;
    return schema;
  }

  function find(text: string): KnownSchema | undefined {
    const recent = known.get(text);
    if (recent !== undefined) return recent;
    const old = older.get(text);
    return old && remember(old);
  }

  /** The object itself, where it cannot have changed since. */
  const byObject = new WeakMap<object, KnownSchema>();
  /** One of each length, to be found without a hash. */
  const byLength: (KnownSchema | undefined)[] = new Array(SHORTCUTS).fill(undefined);

  function read(text: string): KnownSchema {
    const schema = find(text) ?? remember(describe(text, requireSchema(JSON.parse(text))));
    byLength[text.length % SHORTCUTS] = schema;
    return schema;
  }

  return {
    fromGiven(given) {
      const isObject = typeof given === "object" && given !== null;
      const seen = isObject ? byObject.get(given) : undefined;
      if (seen !== undefined) return seen;
      const schema = read(writeSchema(given));
      if (isObject && isFrozenDeeply(given)) byObject.set(given, schema);
      return schema;
    },
    fromEnd(text, start) {
      const length = text.length - start;
      const likely = byLength[length % SHORTCUTS];
      return likely?.text.length === length && text.endsWith(likely.text) ? likely : read(text.slice(start));
    },
  };
}

function writeSchema(given: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(given);
  } catch (cause) {
    throw new BeckonError(
      "invalid-arguments",
      `The schema of the elicitation is no JSON: ${messageOf(cause)}`,
      {
        cause,
      },
    );
  }
  if (text === undefined)
    throw new BeckonError("invalid-arguments", "The schema of the elicitation is no form schema.");
  if (text.length > LONGEST)
    throw new BeckonError(
      "invalid-arguments",
      `The schema of the elicitation has ${text.length} characters. Ask with at most ${LONGEST}.`,
    );
  return text;
}

function requireSchema(parsed: unknown): FormSchema {
  try {
    return requireAskedSchema(parsed);
  } catch (cause) {
    throw new BeckonError("invalid-arguments", messageOf(cause), { cause });
  }
}

function describe(text: string, schema: FormSchema): KnownSchema {
  const named = (type: string): string[] =>
    Object.entries(schema.properties).flatMap(([name, field]) => (field.type === type ? [name] : []));
  // Everybody is shown the same object.
  freezeDeeply(schema);
  return {
    text,
    tail: `\n${text}`,
    schema,
    check: prepareContentCheck(schema),
    secrets: named("secret"),
    files: named("file"),
  };
}
