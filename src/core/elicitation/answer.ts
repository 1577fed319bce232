// What comes of asking a person.

/** The values of a form, by field. */
export type FormContent = { readonly [field: string]: FormValue };

/** What one field of a form can hold; the value of a secret is its text. */
export type FormValue = string | number | boolean | readonly string[] | readonly FileReference[];

/** A file that a person uploaded, and where to find it. */
export interface FileReference {
  readonly id: string;
  /** What the person's file is called, without folders. */
  readonly name: string;
  /** The media type that the browser gave. */
  readonly type: string;
  readonly bytes: number;
}

/** Why nobody could be asked, or has answered yet. */
export type UnavailableReason =
  /** No client, page or responder can show it. */
  | "nobody"
  /** A limit was reached; see `retryAfterMs`. */
  | "limited"
  /** Somebody was asked and has not answered yet; see `id`. */
  | "waiting";

/** The end of an elicitation. A person's no, silence or absence is a value, never an exception. */
export type Answer<Content = FormContent> =
  /** The person gave what was asked for. */
  | {
      readonly action: "accept";
      readonly content: Content;
      /** Who answered, where that is known. */
      readonly by?: string;
    }
  /** The person said no. */
  | { readonly action: "decline"; readonly reason?: string }
  /** The question went away without an answer. */
  | { readonly action: "cancel"; readonly reason: string }
  /** The time that was set for the answer is over. */
  | { readonly action: "timeout" }
  /** Nobody could be asked, or has answered yet. */
  | {
      readonly action: "unavailable";
      readonly reason: UnavailableReason;
      /** The elicitation that stays open, when there is one. */
      readonly id?: string;
      readonly retryAfterMs?: number;
    };
