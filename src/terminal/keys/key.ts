// What comes from a keyboard, as the rest of the terminal knows it.

/** Keys that are no text. */
export type KeyName =
  | "enter"
  | "newline"
  | "escape"
  | "tab"
  | "back-tab"
  | "backspace"
  | "delete"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "page-up"
  | "page-down";

/** One thing that a person did at the keyboard. */
export type Key =
  | {
      readonly type: "text";
      /** One character as a person sees it. */
      readonly text: string;
      /** True when it came together with others, as what is pasted does. */
      readonly isBurst: boolean;
    }
  | { readonly type: "key"; readonly name: KeyName; readonly isBurst: boolean }
  /** A letter with the control key. */
  | { readonly type: "control"; readonly letter: string; readonly isBurst: boolean }
  /** Text that the terminal says was pasted; line breaks are `\n`. */
  | { readonly type: "paste"; readonly text: string }
  /** A key that means nothing here. */
  | { readonly type: "unknown" };
