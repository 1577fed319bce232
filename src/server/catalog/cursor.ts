// Cursors of lists: where the next page starts, signed so that a forged one is refused.

import { invalidParams } from "../../protocol/rpc-error.js";
import type { KeyRing } from "../../seal/key-ring.js";
import { signText, verifyText } from "../../seal/mac.js";

/** Writes a cursor that stands for `position` in one list of one principal. */
export const writeCursor = (keys: KeyRing, list: string, position: string): string =>
  Buffer.from(`${signText(keys, `cursor:${list}`, position)}${position}`).toString("base64url");

/** Reads a cursor back; anything else than what was written for this list is refused. */
export function readCursor(keys: KeyRing, list: string, cursor: unknown): string | undefined {
  if (cursor === undefined) return undefined;
  if (typeof cursor === "string") {
    const bytes = Buffer.from(cursor, "base64url");
    const text = bytes.toString();
    const position = text.slice(MAC_LENGTH);
    // Other spellings of the same bytes, and other bytes that read as the same text, were never given out.
    const isExact = bytes.toString("base64url") === cursor && Buffer.from(text).equals(bytes);
    if (isExact && verifyText(keys, `cursor:${list}`, position, text.slice(0, MAC_LENGTH))) return position;
  }
  throw invalidParams("Invalid cursor", { cursor: typeof cursor === "string" ? cursor.slice(0, 200) : null });
}

/** A MAC of 16 bytes in base64url. */
const MAC_LENGTH = 22;
