// The pages on options and definitions agree with the interfaces.

import { describe, expect, it } from "vitest";
import { readTable } from "./page-table.js";
import { readDefaults, readFields } from "./source-fields.js";

const OPTIONS = "reference/options.md";
const DEFINITIONS = "reference/definitions.md";

const tables = [
  [OPTIONS, "createServer", "server/options.ts", "ServerOptions", "serverDefaults"],
  [OPTIONS, "http", "server/http/http-options.ts", "HttpOptions", "httpDefaults"],
  [OPTIONS, "asking", "server/asking/asking-options.ts", "AskingOptions", "askingDefaults"],
  [OPTIONS, "One question", "server/asking/ask-options.ts", "AskOptions", ""],
  [OPTIONS, "One choice", "server/asking/asking-context.ts", "ChooseOptions", ""],
  [OPTIONS, "One page", "server/asking/asked-page.ts", "PageOptions", ""],
  [OPTIONS, "One secret", "server/asking/secret-options.ts", "SecretOptions", ""],
  [OPTIONS, "One file", "core/elicitation/field-options.ts", "FileOptions", ""],
  [OPTIONS, "createFileVault", "secrets/file-vault.ts", "FileVaultOptions", ""],
  [OPTIONS, "createKeyringVault", "secrets/keyring-vault.ts", "KeyringVaultOptions", ""],
  [OPTIONS, "listen", "node/listen.ts", "ListenOptions", "defaults"],
  [OPTIONS, "createPages", "web/pages/pages-options.ts", "PagesOptions", "pagesDefaults"],
  [OPTIONS, "createApi", "web/api/api-options.ts", "ApiOptions", "apiDefaults"],
  [OPTIONS, "createApiClient", "web/api/client/create-api-client.ts", "ApiClientOptions", ""],
  [OPTIONS, "serveStdio", "node/serve-stdio.ts", "StdioOptions", ""],
  [OPTIONS, "createBroker", "broker/options.ts", "BrokerOptions", ""],
  [OPTIONS, "createSqliteEngine", "engines/sqlite/engine.ts", "SqliteEngineOptions", "defaults"],
  [OPTIONS, "Event log", "engines/sqlite/event-log.ts", "SqliteEventLogOptions", ""],
  [OPTIONS, "judgeUrl", "guards/judge-url.ts", "JudgeOptions", "defaults"],
  [OPTIONS, "guardedFetch", "guards/guarded-fetch.ts", "GuardedFetchOptions", "defaults"],
  [OPTIONS, "createWebhooks", "webhooks/create-webhooks.ts", "WebhooksOptions", "defaults"],
  [OPTIONS, "One endpoint", "webhooks/endpoint.ts", "WebhookEndpoint", ""],
  [OPTIONS, "answerElicitations", "client/answer-elicitations.ts", "AnswerOptions", "defaults"],
  [OPTIONS, "connectClient", "client/connect-client.ts", "ConnectClientOptions", "defaults"],
  [OPTIONS, "createAsker", "agent/create-asker.ts", "AskerOptions", "defaults"],
  [OPTIONS, "createTerminal", "terminal/terminal-options.ts", "TerminalOptions", "terminalDefaults"],
  [DEFINITIONS, "Tools", "server/catalog/tools.ts", "ToolDefinition", ""],
  [DEFINITIONS, "Prompts", "server/catalog/prompts.ts", "PromptDefinition", ""],
  [DEFINITIONS, "Arguments of prompts", "server/catalog/prompts.ts", "PromptArgument", ""],
  [DEFINITIONS, "Resources", "server/catalog/resources.ts", "ResourceDefinition", ""],
  [DEFINITIONS, "Cache hints", "server/catalog/resources.ts", "CacheHint", ""],
] as const;

describe.each(tables)("%s, %s", (page, heading, file, interfaceName) => {
  const rows = readTable(page, heading);
  const fields = readFields(file, interfaceName);

  it("has one row for every field, and no other", () => {
    expect(rows.map(([name]) => name).sort()).toEqual(fields.map(({ name }) => name).sort());
  });

  it("says of every row what it means", () => {
    for (const row of rows) expect(row[2], `${row[0]}`).toMatch(/\w.*\.$/);
  });

  it("calls required exactly what is", () => {
    const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    const said = rows.filter((row) => row[1] === "required").map(([name]) => name);
    expect(said.sort()).toEqual(required.sort());
  });

  it("states the defaults of the comments, where they are literal", () => {
    const literal = fields.filter(({ literalDefault }) => literalDefault !== undefined);
    for (const { name, literalDefault } of literal) {
      expect(rows.find((row) => row[0] === name)?.[1], name).toBe(literalDefault);
    }
  });
});

const withConstant = tables.filter(([, , , , constant]) => constant !== "");

describe.each(withConstant)("%s, %s", (page, heading, file, _, constant) => {
  it("states the defaults of the code, where they are literal", () => {
    const rows = readTable(page, heading);
    const defaults = readDefaults(file, constant);
    expect(defaults.size).toBeGreaterThan(0);
    for (const [name, value] of defaults) {
      expect(rows.find((row) => row[0] === name)?.[1], name).toBe(value);
    }
  });
});
