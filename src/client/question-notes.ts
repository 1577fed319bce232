// Notes what is known of a question where it comes in, and finds it again where the client hands it out.

import { isObject, type JsonObject } from "../core/json.js";
import type { Call } from "./calls.js";
import { remember } from "./remember.js";

/** What is known of a question. */
export interface QuestionNote {
  /** The parameters as the server sent them. */
  readonly params: unknown;
  readonly call: Call;
  /** The question's key in its round, where it has one. */
  readonly key: string | undefined;
  readonly group: string;
}

const NOTE_KEY = "beckon/question";

/**
 * The official clients check questions themselves, refuse with an error what they do not know, and do not say which
 * call a question belongs to. So they are given an empty form with the number of a note in place of each question. The
 * note never leaves the process.
 */
export class QuestionNotes {
  readonly #newId: () => string;
  readonly #notes = new Map<string, QuestionNote>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** Keeps a note, and gives the parameters to hand on instead. */
  put(note: QuestionNote): JsonObject {
    const id = this.#newId();
    remember(this.#notes, id, note);
    return {
      mode: "form",
      message: "",
      requestedSchema: { type: "object", properties: {} },
      _meta: { [NOTE_KEY]: id },
    };
  }

  /** Takes the note of these parameters. */
  take(params: unknown): QuestionNote | undefined {
    const meta = isObject(params) ? params._meta : undefined;
    const id = isObject(meta) ? meta[NOTE_KEY] : undefined;
    if (typeof id !== "string") return undefined;
    const note = this.#notes.get(id);
    this.#notes.delete(id);
    return note;
  }
}
