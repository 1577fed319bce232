// A person in front of the official client: what they are asked, what they answer, and what the tool gives, as text.

import type { ClientOptions } from "@modelcontextprotocol/client";
import { type ClientEra, connectClient } from "./connect-client.js";

/** What a client is sent to show. */
export interface Shown {
  readonly message: string;
  readonly url?: string;
  readonly requestedSchema?: { readonly properties: Readonly<Record<string, { readonly title?: string }>> };
}

/** What the person does about it. */
export interface Reaction {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, string | number | boolean | string[]>;
}

/** Calls tools on behalf of a person, and writes down everything that they see. */
export interface Conversation extends AsyncDisposable {
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  /** Everything so far. */
  text(): string;
}

/** Begins a conversation in one era; `react` is the person. */
export async function converse(
  url: string,
  era: ClientEra,
  react: (shown: Shown) => Reaction | Promise<Reaction>,
  options: ClientOptions & { readonly token?: string } = {},
): Promise<Conversation> {
  const { token, ...rest } = options;
  const lines: string[] = [];
  const capabilities = { elicitation: { form: {}, url: {} } };
  const client = await connectClient(url, era, { capabilities, ...rest }, token);
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    // Every elicitation has these members.
    const shown = params as unknown as Shown;
    const reaction = await react(shown);
    lines.push(`? ${shown.message.replace(/\n(?=.)/g, "\n  ")}`, ...writeReaction(shown, reaction));
    return { ...reaction };
  });
  return {
    async call(name, args = {}) {
      lines.push(`> ${name} ${JSON.stringify(args)}`);
      const { content } = await client.callTool({ name, arguments: args });
      // Tools of examples give one text.
      const [first] = content as readonly { readonly text: string }[];
      const text = first?.text ?? "";
      lines.push(text);
      return text;
    },
    text: () => lines.join("\n"),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

function writeReaction({ url, requestedSchema }: Shown, { action, content }: Reaction): readonly string[] {
  if (url !== undefined) return [`  [${action === "accept" ? "opens the page" : action}]`];
  if (content === undefined) return [`  [${action}]`];
  return Object.entries(content).map(
    ([name, value]) => `  ${requestedSchema?.properties[name]?.title ?? name}: ${value}`,
  );
}
