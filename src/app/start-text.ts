// What `beckon serve` prints when it has begun: where to look, and how hosts get to it.

import type { AppConfig } from "./config/config.js";
import { MEMORY } from "./open-engine.js";
import { shellQuoted } from "./shell-quoted.js";
import type { StateFolder } from "./state-folder.js";

/** What the text is about. */
export interface StartTextOptions {
  readonly signInUrl: string;
  readonly mcpUrl: string;
  readonly baseUrl: string;
  readonly config: Pick<AppConfig, "port" | "engine" | "sameStart">;
  readonly folder: StateFolder;
  readonly hasMetrics: boolean;
  /** What starts this command line. */
  readonly command: readonly string[];
  /** What a person types for it: `beckon` or `npx beckon`. */
  readonly typed: string;
}

/** A few calm lines, each of which can be copied. No token stands in them: commands read it from its file. */
export function startText(options: StartTextOptions): string {
  const { signInUrl, mcpUrl, baseUrl, config, folder, hasMetrics, command, typed } = options;
  const { port, engine } = config;
  return `Beckon is listening.

  Inbox    ${signInUrl}
           (signs you in; works once, for ten minutes; ${typed} sign-in makes another)
  MCP      ${mcpUrl}
  API      ${baseUrl}/api/v1   (needs the token in ${folder.token})
  State    ${folder.path}   (${engine.startsWith("sqlite:") ? engine : "in memory: questions end with this process"})
  Health   ${baseUrl}/healthz, /readyz${hasMetrics ? ", /metrics" : "   (metrics: install prom-client)"}

Give it to an agent${port === 0 ? " (at the next start the port is another one; --port NUMBER keeps it)" : ""}:

${hostTexts({ mcpUrl, config }, folder, command)}
To see how it looks: ${typed} sample sends you one of everything.`;
}

/** How common hosts are set up, in the order of how often they are met. */
function hostTexts(place: ServedPlace, folder: StateFolder, command: readonly string[]): string {
  return hostConfigurations(place, folder, command)
    .map(({ host, where, text }) => `  ${host}${where === "" ? "" : `, ${where}`}\n${indented(text)}\n`)
    .join("\n");
}

/** Where the server is, and what it was started with. */
interface ServedPlace {
  readonly mcpUrl: string;
  readonly config: Pick<AppConfig, "engine" | "sameStart">;
}

/** What one host needs. */
export interface HostConfiguration {
  readonly host: string;
  /** The file it goes into; empty for a command. */
  readonly where: string;
  readonly text: string;
}

/** The configuration of common hosts for this server. None holds the token itself. */
export function hostConfigurations(
  { mcpUrl, config: { engine, sameStart } }: ServedPlace,
  { token }: Pick<StateFolder, "token">,
  [program = "npx", ...words]: readonly string[],
): readonly HostConfiguration[] {
  const tokenFile = shellQuoted(token);
  const { arguments: options, environment } = sameStart;
  const stdioServer = {
    args: [...words, "serve", "--stdio", ...options],
    ...(Object.keys(environment).length > 0 && { env: environment }),
  };
  return [
    {
      host: "Claude Code",
      where: "",
      text: `claude mcp add --transport http beckon ${mcpUrl} --header "Authorization: Bearer $(cat ${tokenFile})"`,
    },
    {
      host: "Claude Desktop",
      where: `claude_desktop_config.json${engine === MEMORY ? " (with an inbox of its own: memory is not shared)" : ""}`,
      text: json({
        mcpServers: {
          beckon: { command: program, ...stdioServer },
        },
      }),
    },
    {
      host: "Cursor",
      where: `~/.cursor/mcp.json (with BECKON_TOKEN in its environment)`,
      text: json({
        mcpServers: { beckon: { url: mcpUrl, headers: { Authorization: `Bearer \${env:BECKON_TOKEN}` } } },
      }),
    },
    {
      host: "VS Code",
      where: ".vscode/mcp.json (asks for the token once)",
      text: json({
        inputs: [{ type: "promptString", id: "beckon-token", description: "Beckon token", password: true }],
        servers: {
          beckon: { type: "http", url: mcpUrl, headers: { Authorization: `Bearer \${input:beckon-token}` } },
        },
      }),
    },
    {
      host: "Codex",
      where: "",
      text: `export BECKON_TOKEN="$(cat ${tokenFile})"\ncodex mcp add beckon --url ${mcpUrl} --bearer-token-env-var BECKON_TOKEN`,
    },
  ];
}

/** On one line: configurations are copied, not admired. */
const json = (value: object): string => JSON.stringify(value);

const indented = (text: string): string => text.replace(/^/gm, "    ");
