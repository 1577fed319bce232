// Tells cheaply that an answer is small enough: most are, by far, and need not be written as JSON to know it.

import { isObject } from "../core/json.js";

/** What a character takes at most: six, as an escape. */
const MOST_OF_CHARACTER = 6;
/** What a number or a word takes at most, and what stands around a name and a value: quotes, colon, comma. */
const MOST_OF_NUMBER = 25;
const AROUND = 6;

/** True when content is an object of texts, numbers and truths that takes at most so many bytes as JSON. False says nothing. */
export function isSurelyWithin(content: unknown, maxBytes: number): boolean {
  if (!isObject(content)) return false;
  let left = maxBytes - 2;
  for (const name in content) {
    const value = content[name];
    left -= name.length * MOST_OF_CHARACTER + AROUND;
    switch (typeof value) {
      case "string":
        left -= value.length * MOST_OF_CHARACTER;
        break;
      case "number":
      case "boolean":
        left -= MOST_OF_NUMBER;
        break;
      default:
        return false;
    }
  }
  return left >= 0;
}
