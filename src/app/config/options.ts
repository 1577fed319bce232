// The table of everything that can be set: names, what is allowed, defaults.

import {
  text as anyText,
  engineUrl,
  flag,
  isHostName,
  isOrigin,
  listOfObjects,
  objects,
  origin,
  positiveNumber,
  type Reader,
  texts,
  wholeNumber,
} from "./read-value.js";

/** One option, wherever it comes from. */
export interface ConfigOption<T = unknown> {
  /** What it does, as help says it. */
  readonly about: string;
  /** What stands for the value in help; absent for one that is true or false. */
  readonly placeholder?: string;
  readonly read: Reader<T>;
  readonly fallback: T;
  /** What help says of the default, where the value does not say it. */
  readonly shownDefault?: string;
  /** Where it can be set. @default everywhere */
  readonly only?: "file" | "start";
}

/** The port of `beckon serve`, where the command line looks for it too. */
export const DEFAULT_PORT = 4747;
/** The folder of the state, below the current one. */
export const DEFAULT_STATE = ".beckon";

const YEAR_DAYS = 366;
const hosts = "names of hosts without ports, separated by commas";
const rules = "names of hosts, addresses or networks, separated by commas";

/** What the options come to, before they are put together. */
export interface OptionValues {
  readonly port: number;
  readonly host: string;
  readonly engine: string | undefined;
  readonly state: string;
  readonly config: string | undefined;
  readonly stdio: boolean;
  readonly baseUrl: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly askClient: boolean;
  readonly waitSeconds: number;
  readonly retentionDays: number;
  readonly perMinute: number;
  readonly burst: number | undefined;
  readonly maxOpen: number;
  readonly maxAnswerBytes: number;
  readonly sessionDays: number;
  readonly person: string | undefined;
  readonly urlAllow: readonly string[];
  readonly loopbackUrls: boolean;
  readonly webhookAllow: readonly string[];
  readonly webhooks: readonly object[];
  readonly audit: string | undefined;
  readonly templates: { readonly [name: string]: object };
}

/** Every option by its name in the config file; flags and the environment spell the same name their way. */
export const configOptions: { readonly [Name in keyof OptionValues]: ConfigOption<OptionValues[Name]> } = {
  port: {
    about: "The port to listen on; 0 for any that is free.",
    placeholder: "number",
    read: wholeNumber(0, 65_535),
    fallback: DEFAULT_PORT,
  },
  host: {
    about: "The address to listen on. Any but a loopback one needs base-url.",
    placeholder: "address",
    read: anyText("an address of this machine, such as 127.0.0.1"),
    fallback: "127.0.0.1",
  },
  engine: {
    about: "Where state lives: memory: or sqlite:PATH.",
    placeholder: "url",
    read: engineUrl,
    fallback: undefined,
    shownDefault: "state.db in the state folder",
  },
  state: {
    about: "The folder for keys, tokens, secrets and the database.",
    placeholder: "folder",
    read: anyText("the path of a folder"),
    fallback: DEFAULT_STATE,
    only: "start",
  },
  config: {
    about: "The config file.",
    placeholder: "file",
    read: anyText("the path of a file"),
    fallback: undefined,
    shownDefault: "config.json in the state folder, if it is there",
    only: "start",
  },
  stdio: {
    about: "Serves MCP on standard input and output too, for hosts that start their servers.",
    read: flag,
    fallback: false,
  },
  baseUrl: {
    about: "Where people and programs reach it from outside, such as https://ask.example.com.",
    placeholder: "url",
    read: origin,
    fallback: undefined,
    shownDefault: "the address it listens on",
  },
  allowedHosts: {
    about: "Names it goes by besides the loopback ones and that of base-url.",
    placeholder: "names",
    read: texts(hosts, isHostName),
    fallback: [],
  },
  allowedOrigins: {
    about: "Origins of pages that may call the MCP endpoint, besides the loopback ones.",
    placeholder: "origins",
    read: texts("origins such as https://app.example.com, separated by commas", isOrigin),
    fallback: [],
  },
  askClient: {
    about: "Lets a client that can show forms itself show what is asked; else the inbox does.",
    read: flag,
    fallback: false,
  },
  waitSeconds: {
    about: "How long elicit waits for an answer when it is not told, before it gives the id.",
    placeholder: "seconds",
    read: positiveNumber(3_600),
    fallback: 50,
  },
  retentionDays: {
    about: "How long what is settled is kept.",
    placeholder: "days",
    read: positiveNumber(10 * YEAR_DAYS),
    fallback: 30,
  },
  perMinute: {
    about: "How many questions each token may ask in a minute.",
    placeholder: "number",
    read: positiveNumber(100_000),
    fallback: 10,
  },
  burst: {
    about: "How many each token may ask at once after a silence.",
    placeholder: "number",
    read: wholeNumber(1, 100_000),
    fallback: undefined,
    shownDefault: "as many as a minute brings",
  },
  maxOpen: {
    about: "How many questions of each token may be open at the same time.",
    placeholder: "number",
    read: wholeNumber(1, 1_000_000),
    fallback: 100,
  },
  maxAnswerBytes: {
    about: "How large an answer may be.",
    placeholder: "bytes",
    read: wholeNumber(1, 2 ** 30),
    fallback: 2 ** 20,
  },
  sessionDays: {
    about: "How long somebody stays signed in to the inbox.",
    placeholder: "days",
    read: positiveNumber(YEAR_DAYS),
    fallback: 30,
  },
  person: {
    about: "How whoever answers in the inbox is called.",
    placeholder: "name",
    read: anyText("a name"),
    fallback: undefined,
    shownDefault: "the user who runs it",
  },
  urlAllow: {
    about: "Hosts that people may be sent to although they are not public.",
    placeholder: "hosts",
    read: texts(rules, (one) => !/\s/.test(one)),
    fallback: [],
  },
  loopbackUrls: {
    about: "Lets people be sent to urls of this machine, for development.",
    read: flag,
    fallback: false,
  },
  webhookAllow: {
    about: "Hosts that webhooks may go to although they are not public.",
    placeholder: "hosts",
    read: texts(rules, (one) => !/\s/.test(one)),
    fallback: [],
  },
  audit: {
    about: "The file that the audit is added to, line by line; off for none.",
    placeholder: "file",
    read: anyText("the path of a file, or off"),
    fallback: undefined,
    shownDefault: "audit.jsonl in the state folder",
  },
  webhooks: {
    about: "Who is told of what is asked and settled: url, secret, id, events, includeContent.",
    read: listOfObjects,
    fallback: [],
    only: "file",
  },
  templates: {
    about: "Questions to ask by name: variables, and a spec with {{variable}} in its texts.",
    read: objects,
    fallback: {},
    only: "file",
  },
};

/** The name of an option. */
export type OptionName = keyof OptionValues;

/** As it is spelled on the command line: `--ask-client`. */
export const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** As it is spelled in the environment: `BECKON_ASK_CLIENT`. */
export const variableOf = (name: string): string =>
  `BECKON_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
