// Reads what came with a request, as its route says it must be.

import { isObject } from "../../core/json.js";
import type { Problem } from "../../core/problem.js";
import { parseJson } from "../../guards/parse-json.js";
import { BodyProblem } from "../body/body-problem.js";
import { decodeUtf8 } from "../body/posted-fields.js";
import { readBytes } from "../body/read-bytes.js";
import { ApiError } from "./api-error.js";
import type { Route } from "./route.js";
import type { Shape } from "./shape/shape.js";
import { object } from "./shape/shapes.js";

/** The query, as the route reads it. Adds everything that is wrong with it. */
export function readQuery({ query, lists }: Route, search: URLSearchParams, problems: Problem[]): unknown {
  const given: Record<string, unknown> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    if (lists.includes(name)) given[name] = values;
    else if (values.length > 1) problems.push({ path: name, message: "must be given once" });
    // Named by whoever asks: what it is called is looked at before it is used.
    else if (Object.hasOwn(query, name)) given[name] = fromText(query[name], values[0] ?? "");
    else problems.push({ path: name.slice(0, 100), message: "is not known here" });
  }
  return object(query).read(given, "", problems);
}

const NUMBER = /^-?\d{1,16}$/;

const fromText = (shape: Shape<unknown> | undefined, text: string): unknown =>
  shape?.schema.type === "integer" && NUMBER.test(text) ? Number(text) : text;

/** The body, as the route reads it. A request without one has an empty object. Adds everything that is wrong with it. */
export async function readBody(
  { body: shape }: Route,
  request: Request,
  maxBytes: number,
  problems: Problem[],
): Promise<unknown> {
  if (shape === undefined) return undefined;
  const text = await readText(request, maxBytes);
  if (text !== "") requireJson(request);
  const parsed = text === "" ? { ok: true as const, value: {} } : parseJson(text);
  if (!parsed.ok)
    throw new ApiError("invalid", `The body of the request cannot be read: ${parsed.problem}. Send JSON.`);
  if (!isObject(parsed.value))
    throw new ApiError("invalid", "The body of the request is no JSON object. Send one.");
  return shape.read(parsed.value, "", problems);
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  try {
    return decodeUtf8(await readBytes(request, maxBytes));
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error;
    if (error.status === 413)
      throw new ApiError("too-large", `The body of the request has more than ${maxBytes} bytes. Send less.`);
    throw new ApiError("invalid", `The body of the request cannot be read. ${error.message}`);
  }
}

function requireJson(request: Request): void {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new ApiError("wrong-type", "The body of the request is not said to be application/json. Say so.");
}
