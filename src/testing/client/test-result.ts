// Results as tests read them.

import { isObject, type JsonObject } from "../../core/json.js";
import type { ContentBlock, ResourceContents } from "../../protocol/content.js";

/** What a tool gave. */
export interface TestToolResult {
  /** The content, as it came. */
  readonly content: readonly ContentBlock[];
  /** The structured content; `undefined` when there is none. */
  readonly structuredContent: unknown;
  /** True when the tool failed. */
  readonly isError: boolean;
  /** The texts of the content, one a line. */
  readonly text: string;
}

/** What a prompt gave. */
export interface TestPromptResult {
  /** What the prompt is for. */
  readonly description: string | undefined;
  /** The messages, as they came. */
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: ContentBlock }[];
  /** The texts of the messages, one a line. */
  readonly text: string;
}

/** What a resource holds. */
export interface TestResourceResult {
  /** The contents, as they came. */
  readonly contents: readonly ResourceContents[];
  /** The texts of the contents, one a line. */
  readonly text: string;
}

/** A tool as it is listed. */
export interface TestTool {
  /** How the tool is called, for programs. */
  readonly name: string;
  /** How the tool is called, for people. */
  readonly title?: string;
  /** What the tool does. */
  readonly description?: string;
  /** The JSON Schema of its arguments. */
  readonly inputSchema: JsonObject;
  /** The JSON Schema of its structured content. */
  readonly outputSchema?: JsonObject;
}

export function toToolResult({ content, structuredContent, isError }: JsonObject): TestToolResult {
  // As the server under test wrote it.
  const blocks = listOf(content) as readonly ContentBlock[];
  return { content: blocks, structuredContent, isError: isError === true, text: textOf(blocks) };
}

export function toPromptResult({ description, messages }: JsonObject): TestPromptResult {
  // As above.
  const said = listOf(messages) as TestPromptResult["messages"];
  return {
    description: typeof description === "string" ? description : undefined,
    messages: said,
    text: textOf(said.map(({ content }) => content)),
  };
}

export function toResourceResult({ contents }: JsonObject): TestResourceResult {
  // As above.
  const held = listOf(contents) as readonly ResourceContents[];
  return { contents: held, text: textOf(held) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOf = (blocks: readonly unknown[]): string =>
  blocks
    .flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []))
    .join("\n");
