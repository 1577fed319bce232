// What the person of the runs gives, and how it is found again wherever it went in the clear.

import type { FormContent } from "../../src/index.js";

export const SECRET = "s3cr3t-0f-th3-p3rs0n";
export const REMEMBERED = "r3m3mb3r3d-s3cr3t";
const ANSWER = "4nsw3r-0f-th3-p3rs0n";
const FILE = "c0nt3nt-0f-th3-f1l3";
const REASON = "r34s0n-t0-d3cl1n3";
const REFUSED = "4nsw3r-th4t-d03s-n0t-p4ss";
const DRAFT = "typ3d-4nd-n0t-s3nt";

/** What somebody does on a page, in this order. */
export interface PersonAct {
  /** Typed, and left with Not now. */
  readonly draft?: string;
  /** Sent, and refused. */
  readonly refused?: string;
  /** Sent in the end. */
  readonly content?: FormContent;
  /** The text of the file that is sent in the end. */
  readonly file?: string;
  /** Why it is declined in the end. */
  readonly reason?: string;
}

/** How long the text may be that is refused at first. */
export const MOST_LENGTH = 20;

/** What is done about each message. */
export const ACTS: Readonly<Record<string, PersonAct>> = {
  "Please enter a token.": { content: { secret: SECRET } },
  "Please enter a password.": { content: { secret: REMEMBERED } },
  "Your name?": { draft: DRAFT, refused: REFUSED, content: { name: ANSWER } },
  "Your letter?": { file: FILE },
  "Your address?": { reason: REASON },
  "Sure?": { content: { confirmed: true } },
};

/** What the handlers must have got of it. */
export const GOT: readonly string[] = [SECRET, REMEMBERED, ANSWER, FILE, REASON];

/** Everything that is searched for. */
export const CANARIES: readonly string[] = [...GOT, REFUSED, DRAFT];

/** What the person reads again on their own page: what they typed, to correct it, and on the receipt why they declined. */
const SHOWN_AGAIN: readonly string[] = [REASON, REFUSED, DRAFT];

/** What is in a text in the clear, or in what is no more than another way to write it. */
export const canariesIn = (place: string, text: string): readonly string[] =>
  CANARIES.filter(
    (value) =>
      !(place === "page" && SHOWN_AGAIN.includes(value)) &&
      writings(value).some((writing) => text.includes(writing)),
  );

function writings(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  // In Base64 the characters at both ends depend on what is beside them.
  const inBase64 = [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    return (["base64", "base64url"] as const).map((kind) => shifted.toString(kind).slice(4, -4));
  });
  return [value, bytes.toString("hex"), ...inBase64];
}
