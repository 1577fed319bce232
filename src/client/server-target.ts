// Where a server is: behind a url, or at the end of a command.

import { BeckonError } from "../core/errors.js";

/** A program that speaks MCP on its standard input and output. */
export interface StdioCommand {
  readonly command: string;
  readonly args?: readonly string[];
  /** Its environment, instead of the few variables that are passed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A url, or a command: by name, with its arguments as a list, or with all that belongs to it. */
export type ServerTarget = string | URL | readonly string[] | StdioCommand;

/** A target that is understood. */
export type Target = {
  /** Where it is, as people read it. */
  readonly called: string;
} & (
  | { readonly kind: "http"; readonly url: URL }
  | { readonly kind: "stdio"; readonly command: StdioCommand }
);

/** Tells urls from commands. No shell ever sees a command. */
export function targetOf(target: ServerTarget): Target {
  if (target instanceof URL) return httpTarget(target);
  if (typeof target === "string") {
    if (/^https?:\/\//i.test(target)) {
      if (!URL.canParse(target)) refuse(`${JSON.stringify(target)} is no url.`);
      return httpTarget(new URL(target));
    }
    if (/\s/.test(target))
      refuse(`${JSON.stringify(target)} has blanks in it. Give a command with arguments as a list.`);
    return stdioTarget({ command: target });
  }
  if (!isList(target)) return stdioTarget(target);
  const [command = "", ...args] = target;
  return stdioTarget({ command, args });
}

function httpTarget(url: URL): Target {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    refuse(`A server is not reached by ${url.protocol}, only by https: and http:.`);
  return { kind: "http", url, called: url.origin };
}

function stdioTarget(command: StdioCommand): Target {
  if (typeof command.command !== "string" || command.command === "") refuse("There is no command to start.");
  return { kind: "stdio", command, called: [command.command, ...(command.args ?? [])].join(" ") };
}

const isList = (target: readonly string[] | StdioCommand): target is readonly string[] =>
  Array.isArray(target);

function refuse(reason: string): never {
  throw new BeckonError("invalid-option", reason);
}
