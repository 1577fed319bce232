// The signs of a screen, in a form for terminals that know them and in plain ASCII.

/** The signs of a screen. */
export interface Marks {
  readonly done: string;
  readonly wrong: string;
  readonly warn: string;
  readonly open: string;
  readonly here: string;
  readonly bar: string;
  readonly one: { readonly on: string; readonly off: string };
  readonly many: { readonly on: string; readonly off: string };
  readonly dot: string;
  readonly rule: string;
  readonly up: string;
  readonly down: string;
  readonly upDown: string;
}

const unicode: Marks = {
  done: "✓",
  wrong: "✗",
  warn: "!",
  open: "·",
  here: "›",
  bar: "│",
  one: { on: "●", off: "○" },
  many: { on: "■", off: "□" },
  dot: " · ",
  rule: "─",
  up: "↑",
  down: "↓",
  upDown: "↑↓",
};

const ascii: Marks = {
  done: "+",
  wrong: "x",
  warn: "!",
  open: "-",
  here: ">",
  bar: "|",
  one: { on: "(*)", off: "( )" },
  many: { on: "[x]", off: "[ ]" },
  dot: " - ",
  rule: "-",
  up: "up",
  down: "down",
  upDown: "up/down",
};

/** The signs for a terminal that knows Unicode, or does not. */
export const marksFor = (knowsUnicode: boolean): Marks => (knowsUnicode ? unicode : ascii);
