// Reads a form that was posted as `application/x-www-form-urlencoded`.

import { BodyProblem } from "./body-problem.js";
import { createPostedFields, decodeUtf8 } from "./posted-fields.js";
import { readBytes } from "./read-bytes.js";

/** The fields of a body. Unlike `URLSearchParams` it refuses what is no UTF-8. */
export async function readUrlencoded(
  request: Request,
  maxBytes: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = decodeUtf8(await readBytes(request, maxBytes));
  const { fields, add } = createPostedFields();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    add(decodePart(name), equals < 0 ? "" : decodePart(pair.slice(equals + 1)));
  }
  return fields;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new BodyProblem(400, "It is not encoded as forms are.");
  }
}
