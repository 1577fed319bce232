// The configuration: flags before the environment before the file, and every problem at once.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type ConfigOption,
  configOptions,
  DEFAULT_PORT,
  DEFAULT_STATE,
  flagOf,
  variableOf,
} from "../../src/app/config/options.js";
import { readConfig } from "../../src/app/config/read-config.js";
import { readTable } from "../docs/page-table.js";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "beckon-config-"));
  mkdirSync(join(cwd, DEFAULT_STATE), { mode: 0o700 });
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const writeConfig = (config: unknown, mode = 0o600): void => {
  const path = join(cwd, DEFAULT_STATE, "config.json");
  writeFileSync(path, typeof config === "string" ? config : JSON.stringify(config));
  chmodSync(path, mode);
};

test("without anything set it listens on the loopback, with SQLite in the state folder", async () => {
  expect(await readConfig({ env: {}, cwd })).toMatchObject({
    host: "127.0.0.1",
    port: DEFAULT_PORT,
    state: join(cwd, DEFAULT_STATE),
    engine: `sqlite:${join(cwd, DEFAULT_STATE, "state.db")}`,
    askClient: false,
    stdio: false,
  });
});

test("a flag is stronger than the environment, which is stronger than the file", async () => {
  writeConfig({ port: 1001, waitSeconds: 11, perMinute: 111 });
  const env = { BECKON_PORT: "1002", BECKON_WAIT_SECONDS: "22" };
  expect(await readConfig({ flags: { port: "1003" }, env, cwd })).toMatchObject({
    port: 1003,
    waitSeconds: 22,
    perMinute: 111,
  });
});

test("another process is told what flags and environment say, with paths that hang on no folder, and not what the file says", async () => {
  writeConfig({ port: 1001, askClient: true });
  const env = { BECKON_ENGINE: "sqlite:other.db", BECKON_WAIT_SECONDS: "22" };
  const flags = { stdio: true, loopbackUrls: true, audit: "off", urlAllow: "a.example,b.example" };
  const { sameStart } = await readConfig({ flags, env, cwd });
  expect(sameStart.environment).toEqual({});
  expect(
    sameStart.arguments
      .join(" ")
      .split(/ (?=--)/)
      .toSorted(),
  ).toEqual([
    "--audit off",
    `--engine sqlite:${join(cwd, "other.db")}`,
    "--loopback-urls",
    `--state ${join(cwd, DEFAULT_STATE)}`,
    "--url-allow a.example,b.example",
    "--wait-seconds 22",
  ]);
});

test("another process in memory is told to take a port of its own", async () => {
  const { sameStart } = await readConfig({ flags: { engine: "memory:", port: "1001" }, env: {}, cwd });
  expect(sameStart.arguments).toEqual(expect.arrayContaining(["--port", "0"]));
});

test("another process is told what is not to be, and values that look like flags", async () => {
  writeConfig({ askClient: true, loopbackUrls: true });
  const env = { BECKON_ASK_CLIENT: "false", BECKON_LOOPBACK_URLS: "no", BECKON_PERSON: "-x" };
  const { sameStart } = await readConfig({ env, cwd });
  expect(sameStart.environment).toEqual({ BECKON_ASK_CLIENT: "false", BECKON_LOOPBACK_URLS: "false" });
  expect(sameStart.arguments).toContain("--person=-x");
  const again = await readConfig({ flags: { person: "-x" }, env: sameStart.environment, cwd });
  expect(again).toMatchObject({ askClient: false, loopbackUrls: false, person: "-x" });
});

test("an empty variable counts as not set", async () => {
  expect(await readConfig({ env: { BECKON_PORT: "" }, cwd })).toMatchObject({ port: DEFAULT_PORT });
});

test("everything that is wrong is told at once: the option, where it was set, what is allowed", async () => {
  writeConfig({ prot: 1, retentionDays: -1, state: "elsewhere" });
  const reading = readConfig({
    flags: { port: "abc", engine: "postgres://db", nonsense: "1" },
    env: { BECKON_ASK_CLIENT: "maybe", BECKON_BASE_URL: "https://a.example/path" },
    cwd,
  });
  const file = join(cwd, DEFAULT_STATE, "config.json");
  const { message } = await reading.then(
    () => new Error("It was read."),
    (error: Error) => error,
  );
  for (const problem of [
    "There is no option --nonsense.",
    'port (--port) is "abc". Give a whole number from 0 to 65535.',
    'engine (--engine) is "postgres://db". Give memory: or sqlite:PATH',
    "Postgres and Redis are not in this version",
    'askClient (BECKON_ASK_CLIENT) is "maybe". Give true or false.',
    'baseUrl (BECKON_BASE_URL) is "https://a.example/path". Give an https url without a path',
    `retentionDays (in ${file}) is -1. Give a number above 0`,
    `prot (in ${file}) is no option.`,
    `state (in ${file}) can only be set by a flag or in the environment.`,
  ])
    expect(message).toContain(problem);
});

test("an address that other machines reach needs the name it goes by", async () => {
  await expect(readConfig({ flags: { host: "0.0.0.0" }, env: {}, cwd })).rejects.toThrow(
    /host \(--host\) is "0\.0\.0\.0".* Give baseUrl \(--base-url\) too/,
  );
  const flags = { host: "0.0.0.0", baseUrl: "https://ask.example.com" };
  expect(await readConfig({ flags, env: {}, cwd })).toMatchObject({ baseUrl: "https://ask.example.com" });
});

test("a config file that is wanted must be there, and must be JSON", async () => {
  await expect(readConfig({ flags: { config: "no.json" }, env: {}, cwd })).rejects.toThrow(
    "There is no config file",
  );
  writeConfig("{port: 1}");
  await expect(readConfig({ env: {}, cwd })).rejects.toThrow("is no valid JSON");
  writeConfig("[]");
  await expect(readConfig({ env: {}, cwd })).rejects.toThrow("holds no JSON object");
});

test("a config file with secrets of webhooks must be its owner's alone", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  writeConfig({ webhooks: [{ url: "https://ops.example.com/hook", secret }] }, 0o644);
  await expect(readConfig({ env: {}, cwd })).rejects.toThrow("run chmod 600");
  writeConfig({ webhooks: [{ url: "https://ops.example.com/hook", secret }] });
  expect((await readConfig({ env: {}, cwd })).webhooks).toHaveLength(1);
  writeConfig({ webhooks: [{ url: "ftp://ops.example.com", secret }] });
  await expect(readConfig({ env: {}, cwd })).rejects.toThrow("webhook endpoint 1 cannot be used");
});

describe("templates", () => {
  const variables = { type: "object", properties: { service: { type: "string" } }, required: ["service"] };

  test("a template is read with its variables", async () => {
    writeConfig({
      templates: { deploy: { variables, spec: { type: "confirmation", prompt: "Deploy {{service}}?" } } },
    });
    expect([...(await readConfig({ env: {}, cwd })).templates.keys()]).toEqual(["deploy"]);
  });

  test.each([
    [{ spec: { type: "text", prompt: "{{who}}?" } }, "which is none of its variables"],
    [{ variables }, "it has no spec"],
    [{ spec: { type: "riddle", prompt: "?" } }, "must be one of text, choice"],
    [{ spec: { type: "text", prompt: "?" }, colour: "red" }, "colour is unknown"],
  ])("a template that cannot be asked is refused: %j", async (template, problem) => {
    writeConfig({ templates: { broken: template } });
    await expect(readConfig({ env: {}, cwd })).rejects.toThrow(problem);
  });
});

test("the page on options has every option, with its default and what it does", () => {
  const rows = Object.entries<ConfigOption>(configOptions).map(
    ([name, { fallback, shownDefault, about }]) => [name, shownDefault ?? JSON.stringify(fallback), about],
  );
  expect(readTable("reference/options.md", "beckon serve")).toEqual(rows);
});

test("every option has one name in each place", () => {
  expect(flagOf("askClient")).toBe("--ask-client");
  expect(variableOf("askClient")).toBe("BECKON_ASK_CLIENT");
  expect(new Set(Object.keys(configOptions).map(flagOf)).size).toBe(Object.keys(configOptions).length);
});
