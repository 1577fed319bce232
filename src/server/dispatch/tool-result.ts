// What a tool's handler returned, as a tool result.

import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { Secret } from "../../core/secret.js";
import { type ContentBlock, isContentBlock, type ToolResult } from "../../protocol/content.js";
import type { ToolEntry } from "../catalog/tools.js";

/** Turns a return value into a result; with an output schema it is held against it. */
export function toToolResult(tool: ToolEntry, returned: unknown): MaybePromise<ToolResult> {
  if (tool.output === undefined) return fromAnything(tool, returned);
  // A value of the schema may have a `content` of its own.
  const isWhole = isWholeResult(returned) && (returned.isError === true || "structuredContent" in returned);
  if (!isWhole) return checkOutput(tool, returned, undefined);
  if (returned.isError === true) return returned;
  return checkOutput(tool, returned.structuredContent, returned);
}

function fromAnything(tool: ToolEntry, returned: unknown): ToolResult {
  if (typeof returned === "string") return { content: [{ type: "text", text: returned }] };
  if (returned === undefined || returned === null) return { content: [] };
  if (isWholeResult(returned)) return returned;
  if (isContentBlock(returned)) return { content: [returned] };
  if (Array.isArray(returned) && returned.every(isContentBlock)) return { content: returned };
  // A Date, a Map or a class with `toJSON` may be anything but an object in JSON.
  const text = isObject(returned) ? JSON.stringify(returned) : undefined;
  if (text?.startsWith("{")) return { content: [{ type: "text", text }], structuredContent: returned };
  if (returned instanceof Secret) return { content: [{ type: "text", text: String(returned) }] };
  throw new BeckonError(
    "invalid-result",
    `The tool ${tool.name} returned ${Array.isArray(returned) ? "an array that is no content" : `a ${typeof returned}`}. Return text, content, an object or a result, or define an output schema.`,
  );
}

const isWholeResult = (value: unknown): value is ToolResult =>
  isObject(value) && Array.isArray(value.content) && value.content.every(isContentBlock);

function checkOutput(
  tool: ToolEntry,
  value: unknown,
  whole: ToolResult | undefined,
): MaybePromise<ToolResult> {
  if (tool.output === undefined)
    throw new BeckonError("invalid-result", `The tool ${tool.name} has no output schema.`);
  return andThen(tool.output.check(value), (checked) => {
    if (checked.problems === undefined && checked.value !== undefined)
      return structured(checked.value, whole);
    // This goes to the log, and validators like to quote what they were given: the places must do.
    const places = (checked.problems ?? []).map(({ path }) => path).filter((path) => path !== "");
    throw new BeckonError(
      "invalid-result",
      `The output of the tool ${tool.name} does not fit its schema. Look at ${places.join(", ") || "the whole value"}.`,
    );
  });
}

/** Structured content, mirrored as text for clients that know only that. */
function structured(value: unknown, whole: ToolResult | undefined): ToolResult {
  const mirror: ContentBlock = { type: "text", text: JSON.stringify(value) };
  if (whole === undefined) return { content: [mirror], structuredContent: value };
  return { ...whole, content: whole.content.length > 0 ? whole.content : [mirror], structuredContent: value };
}
