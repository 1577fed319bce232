// Reads the configuration: flags before the environment before the config file, and every problem told at once.

import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { BeckonError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { messageOf } from "../../core/message-of.js";
import { isLoopbackAddress } from "../../guards/hosts.js";
import { readEndpoints, type WebhookEndpoint } from "../../webhooks/endpoint.js";
import { type QuestionTemplate, readTemplate } from "../questions/templates.js";
import type { AppConfig } from "./config.js";
import {
  type ConfigOption,
  configOptions,
  flagOf,
  type OptionName,
  type OptionValues,
  variableOf,
} from "./options.js";
import { readConfigFile } from "./read-config-file.js";
import { sameStart } from "./same-start.js";

/** Where options come from. */
export interface ConfigSources {
  /** What was given on the command line, by the name of the option; a flag without a value is `true`. @default nothing */
  readonly flags?: { readonly [name: string]: unknown };
  /** The environment. @default that of this process */
  readonly env?: { readonly [name: string]: string | undefined };
  /** What relative paths are relative to. @default the current folder */
  readonly cwd?: string;
}

/** Reads and merges. Throws `invalid-option` with everything that is wrong: the option, where it was set, what is allowed. */
export async function readConfig(sources: ConfigSources = {}): Promise<AppConfig> {
  const { flags = {}, env = process.env, cwd = process.cwd() } = sources;
  const problems: string[] = [];
  const unknown = Object.keys(flags).filter((name) => !Object.hasOwn(configOptions, name));
  problems.push(...unknown.map((name) => `There is no option ${flagOf(name)}.`));
  const start = new Settings(flags, env, {}, "", problems);
  const state = resolve(cwd, start.read("state"));
  const chosen = start.read("config");
  const path = chosen === undefined ? join(state, "config.json") : resolve(cwd, chosen);
  const file = await readConfigFile(path, chosen !== undefined, problems);
  const settings = new Settings(flags, env, file, path, problems);
  const { config: _, ...values } = settings.all();
  const config: Omit<AppConfig, "sameStart"> = {
    ...values,
    state,
    engine: engineOf(values.engine, state, cwd),
    audit: auditOf(values.audit, state, cwd),
    person: values.person ?? userName(),
    webhooks: readWebhooks(values.webhooks, path, problems),
    templates: readTemplates(values.templates, path, problems),
  };
  requireReachable(config, problems);
  // What says where the file is was read before it, and is read again with the rest.
  const told = [...new Set(problems)];
  if (told.length > 0)
    throw new BeckonError("invalid-option", ["The configuration cannot be used:", ...told].join("\n  "));
  return { ...config, sameStart: sameStart(config, settings.told(), path) };
}

/** One option after the other, from the strongest place that sets it. */
class Settings {
  readonly #flags: { readonly [name: string]: unknown };
  readonly #env: { readonly [name: string]: string | undefined };
  readonly #file: JsonObject;
  readonly #path: string;
  readonly #problems: string[];

  constructor(
    flags: { readonly [name: string]: unknown },
    env: { readonly [name: string]: string | undefined },
    file: JsonObject,
    path: string,
    problems: string[],
  ) {
    this.#flags = flags;
    this.#env = env;
    this.#file = file;
    this.#path = path;
    this.#problems = problems;
  }

  /** Every option. */
  all(): OptionValues {
    // The table has the names of the type, and each reader gives the type of its own.
    const names = Object.keys(configOptions) as OptionName[];
    return Object.fromEntries(names.map((name) => [name, this.read(name)])) as unknown as OptionValues;
  }

  /** Those that were set by a flag or in the environment. */
  told(): readonly OptionName[] {
    const names = Object.keys(configOptions) as OptionName[];
    return names.filter(
      (name) => this.#flags[name] !== undefined || (this.#env[variableOf(name)] ?? "") !== "",
    );
  }

  /** The value; the default where it is not set, or set to something that is not allowed. */
  read<Name extends OptionName>(name: Name): OptionValues[Name] {
    const option: ConfigOption<OptionValues[Name]> = configOptions[name];
    const found = this.#find(name, option.only);
    if (found === undefined) return option.fallback;
    const read = option.read(found.value);
    if ("value" in read) return read.value;
    this.#problems.push(`${name} (${found.from}) is ${shown(found.value)}. Give ${read.allowed}.`);
    return option.fallback;
  }

  #find(
    name: string,
    only: ConfigOption["only"],
  ): { readonly value: unknown; readonly from: string } | undefined {
    const variable = variableOf(name);
    if (only !== "file") {
      if (this.#flags[name] !== undefined) return { value: this.#flags[name], from: flagOf(name) };
      // An empty variable is how many tools say that there is none.
      if ((this.#env[variable] ?? "") !== "") return { value: this.#env[variable], from: variable };
    } else if (this.#flags[name] !== undefined)
      this.#problems.push(`${name} (${flagOf(name)}) can only be set in the config file.`);
    if (only !== "start" && this.#file[name] !== undefined)
      return { value: this.#file[name], from: `in ${this.#path}` };
    return undefined;
  }
}

/** What was given, cut: a config file may hold anything. */
function shown(value: unknown): string {
  const written = JSON.stringify(value) ?? String(value);
  return written.length > 80 ? `${written.slice(0, 80)}…` : written;
}

function engineOf(url: string | undefined, state: string, cwd: string): string {
  if (url === undefined) return `sqlite:${join(state, "state.db")}`;
  return url.startsWith("sqlite:") ? `sqlite:${resolve(cwd, url.slice("sqlite:".length))}` : url;
}

const auditOf = (given: string | undefined, state: string, cwd: string): string | undefined =>
  given === "off" ? undefined : given === undefined ? join(state, "audit.jsonl") : resolve(cwd, given);

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that has no name.
    return "owner";
  }
}

function readWebhooks(
  given: readonly object[],
  path: string,
  problems: string[],
): readonly WebhookEndpoint[] {
  // What they hold is looked at one by one.
  const endpoints = given as readonly WebhookEndpoint[];
  try {
    readEndpoints(endpoints);
  } catch (error) {
    problems.push(`webhooks (in ${path}): ${messageOf(error)}`);
  }
  return endpoints;
}

function readTemplates(
  given: { readonly [name: string]: object },
  path: string,
  problems: string[],
): ReadonlyMap<string, QuestionTemplate> {
  const templates = new Map<string, QuestionTemplate>();
  for (const [name, template] of Object.entries(given)) {
    try {
      templates.set(name, readTemplate(template));
    } catch (error) {
      problems.push(`templates.${name} (in ${path}): ${messageOf(error)}`);
    }
  }
  return templates;
}

function requireReachable({ host, baseUrl }: Pick<AppConfig, "host" | "baseUrl">, problems: string[]): void {
  if (isLoopbackAddress(host) || baseUrl !== undefined) return;
  problems.push(
    `host (--host) is ${shown(host)}, which other machines can reach. Give baseUrl (--base-url) too, such as https://ask.example.com, so that links lead here and other names are refused.`,
  );
}
