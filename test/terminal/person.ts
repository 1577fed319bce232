/** A person at a dialog: keys go in, screens come out as text. Nothing of it touches a terminal. */

import type { Answer } from "../../src/core/elicitation/answer.js";
import type { Elicitation, FormElicitation, UrlElicitation } from "../../src/core/elicitation/elicitation.js";
import type { FieldSchema } from "../../src/core/elicitation/form-schema.js";
import type { FindDomain } from "../../src/core/url-display.js";
import { type Card, type CardContext, toCard } from "../../src/terminal/card/card.js";
import { joinCards } from "../../src/terminal/card/join-cards.js";
import { KeyParser } from "../../src/terminal/keys/key-parser.js";
import { frameOf } from "../../src/terminal/look/frame.js";
import { textOfLine } from "../../src/terminal/look/line.js";
import { marksFor } from "../../src/terminal/look/marks.js";
import type { View } from "../../src/terminal/look/view.js";
import type { Verdict } from "../../src/terminal/machine/answers.js";
import { beginCard, type CardEvent, type CardState, type Effect } from "../../src/terminal/machine/state.js";
import { step } from "../../src/terminal/machine/step.js";

export const ASKED_AT = Date.UTC(2026, 6, 28, 12, 0, 0);

const asked = {
  id: "e1",
  key: "k1",
  audience: undefined,
  expiresAt: undefined,
  asker: { server: "tables", method: "tools/call", target: "book_table", runId: "r1" },
};

/** A form to show. Every field is required but those named. */
export const form = (
  message: string,
  properties: { readonly [name: string]: FieldSchema },
  options: { readonly optional?: readonly string[]; readonly expiresAt?: number } = {},
): FormElicitation => ({
  ...asked,
  mode: "form",
  message,
  expiresAt: options.expiresAt,
  schema: {
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => !options.optional?.includes(name)),
  },
});

/** A page to go to. */
export const page = (url: string, message = "Sign in to the calendar."): UrlElicitation => ({
  ...asked,
  mode: "url",
  message,
  url,
});

const findDomain: FindDomain = (host) => (host.endsWith("example.com") ? "example.com" : undefined);

/** Names of keys in scripts. */
const KEYS: { readonly [name: string]: string } = {
  enter: "\r",
  esc: "\u001b",
  tab: "\t",
  "shift-tab": "\u001b[Z",
  up: "\u001b[A",
  down: "\u001b[B",
  right: "\u001b[C",
  left: "\u001b[D",
  home: "\u001b[H",
  end: "\u001b[F",
  backspace: "\u007f",
  delete: "\u001b[3~",
  "alt-enter": "\u001b\r",
  "ctrl-x": "\u0018",
  "ctrl-n": "\u000e",
  "ctrl-u": "\u0015",
  "ctrl-w": "\u0017",
  space: " ",
};

/** The card of an elicitation, or of the questions of a round. */
export function cardOf(
  asked: Elicitation | readonly [Elicitation, ...Elicitation[]],
  context: Partial<CardContext> = {},
): Card {
  const toOne = (elicitation: Elicitation): Card =>
    toCard(elicitation, { askedAt: ASKED_AT, findDomain, ...context });
  if ("mode" in asked) return toOne(asked);
  const [first, ...others] = asked;
  return joinCards([toOne(first), ...others.map(toOne)]);
}

/** Somebody who sits before a card. */
export class Person {
  state: CardState;
  readonly effects: Effect[] = [];
  now: number = ASKED_AT;
  view: View = {
    columns: 80,
    rows: 24,
    now: ASKED_AT,
    waiting: 1,
    part: undefined,
    notices: [],
    marks: marksFor(true),
  };
  readonly #parser = new KeyParser();

  /** Several elicitations are the questions of one round. */
  constructor(
    asked: Elicitation | readonly [Elicitation, ...Elicitation[]],
    context: Partial<CardContext> = {},
  ) {
    this.state = beginCard(cardOf(asked, context), this.now);
    // Long enough to have seen it.
    this.now += 1_000;
  }

  /** Types text and presses keys, which stand in angle brackets: `4<enter>`. Each key comes alone. */
  press(script: string): this {
    for (const [, name, text] of script.matchAll(/<([a-z-]+)>|([\s\S])/gu)) {
      const sent = name === undefined ? (text ?? "") : (KEYS[name] ?? `no key ${name}`);
      const keys = [...this.#parser.push(sent), ...this.#parser.flush()];
      for (const key of keys) this.happens({ type: "key", key });
    }
    return this;
  }

  /** Sends raw input in one piece, as pasting does. */
  sends(raw: string): this {
    for (const key of this.#parser.push(raw)) this.happens({ type: "key", key });
    return this;
  }

  happens(event: CardEvent): this {
    const next = step(this.state, event, this.now);
    this.state = next.state;
    this.effects.push(...next.effects);
    return this;
  }

  /** Takes as long as it takes to see what has changed. */
  looksUp(): this {
    this.now += 1_000;
    return this;
  }

  scrolls(pages: number): this {
    const { scroll } = frameOf(this.state, this.#view());
    return this.happens({ type: "scroll", by: pages * scroll.page, last: scroll.last });
  }

  sees(columns = 80, rows = 24): string {
    this.view = { ...this.view, columns, rows };
    return this.frame()
      .lines.map((line) => textOfLine(line).trimEnd())
      .join("\n");
  }

  frame() {
    return frameOf(this.state, this.#view());
  }

  /** What was answered, if anything was. */
  get answer(): Answer | undefined {
    return this.verdicts[0] as Answer | undefined;
  }

  /** What was made of each question, if anything was sent. */
  get verdicts(): readonly Verdict["answer"][] {
    const settled = this.effects.find((effect) => effect.type === "settle");
    return settled?.verdicts.map(({ answer }) => answer) ?? [];
  }

  #view(): View {
    return { ...this.view, now: this.now };
  }
}
