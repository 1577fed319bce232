// The door of the terminal: questions to the person who sits at it.

export { createTerminal, type Terminal } from "./create-terminal.js";
export type { SettleOutcome, ShownQuestion, TerminalQuestion } from "./question.js";
export type { TerminalOptions } from "./terminal-options.js";
export type { Interruption } from "./tty/line-input.js";
export type { TerminalInput, TerminalOutput } from "./tty/streams.js";
