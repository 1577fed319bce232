// The person in front of a client: sees what is asked there, and answers as the test says.

import { Slots } from "../servers/slots.js";

/** What a client is sent to show. */
export interface Shown {
  readonly mode?: string;
  readonly message: string;
  readonly requestedSchema?: {
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly required?: readonly string[];
  };
  readonly url?: string;
  readonly elicitationId?: string;
}

/** What a person does about it. */
export interface Reaction {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, string | number | boolean | string[]>;
}

type React = (shown: Shown, signal: AbortSignal) => Reaction | Promise<Reaction>;

/** What a client says that it can do. */
export interface Abilities {
  readonly elicitation?: { readonly form?: { readonly applyDefaults?: boolean }; readonly url?: Empty };
  readonly sampling?: Empty;
  readonly roots?: Empty;
}

type Empty = Record<string, never>;

/** Everything that a client can be asked for. */
const EVERYTHING: Abilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The roots of every client that has any. */
export const ROOTS = [{ uri: "file:///home/ann/notes", name: "Notes" }];

export class Person {
  readonly abilities: Abilities;
  /** What was shown since the person was last told how to react. */
  shown: Shown[] = [];
  #react: React = () => ({ action: "cancel" });
  #seen = new Slots<Shown>();

  constructor(abilities: Abilities = EVERYTHING) {
    this.abilities = abilities;
  }

  /** Reacts this way from now on. */
  reacts(react: React): void {
    this.shown = [];
    this.#seen = new Slots();
    this.#react = react;
  }

  /** What is shown as the n-th, from 1 on, now or later. */
  sees(count: number): Promise<Shown> {
    return this.#seen.get(String(count));
  }

  /** For the client: shows something. */
  async show(shown: Shown, signal: AbortSignal): Promise<Reaction> {
    this.shown.push(shown);
    this.#seen.put(String(this.shown.length), shown);
    return this.#react(shown, signal);
  }
}

/** What the client's model makes of a prompt. */
export const modelSays = (prompt: unknown): string => `The model heard ${JSON.stringify(prompt)}.`;

/** Never reacts, until the question goes away. */
export const hesitate: React = (_, signal) =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ action: "cancel" }));
  });
