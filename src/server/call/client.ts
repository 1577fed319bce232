// The client behind a request, as it describes itself.

import { isObject, type JsonObject } from "../../core/json.js";
import type { ClientCapabilities, ClientFeature, Icon, Implementation } from "../../protocol/capabilities.js";

/** What a client says of itself. Self-reported: for display and logs, never for decisions. */
export interface Client {
  /** How the client is called, for programs; `undefined` when it did not say. */
  readonly name: string | undefined;
  /** Its version; `undefined` when it did not say. */
  readonly version: string | undefined;
  /** All that it said of itself, without what has the wrong shape; `undefined` when it said nothing. */
  readonly info: Partial<Implementation> | undefined;
  /** What it declared that it can do; empty when it declared nothing. */
  readonly capabilities: ClientCapabilities;
}

/** A client, as handlers see it. */
export interface ContextClient extends Client {
  /** True when the client can be asked for this: to show a form or a page, for its model's words, for its roots. */
  can(feature: ClientFeature): boolean;
}

type ClientInfo = NonNullable<Client["info"]>;

/** Reads a client from the two objects it sends; what has the wrong shape counts as not said. */
export function readClient(info: unknown, capabilities: unknown): Client {
  const said = isObject(info) ? readInfo(info) : undefined;
  return {
    name: said?.name,
    version: said?.version,
    info: said,
    capabilities: areCapabilities(capabilities) ? capabilities : readCapabilities(capabilities),
  };
}

// Every modern request brings this along, so it is built without further objects.
function readInfo({ name, version, title, description, websiteUrl, icons }: JsonObject): ClientInfo {
  const info: { -readonly [Name in keyof ClientInfo]: ClientInfo[Name] } = {};
  if (typeof name === "string") info.name = cut(name);
  if (typeof version === "string") info.version = cut(version);
  if (typeof title === "string") info.title = cut(title);
  if (typeof description === "string") info.description = description;
  if (typeof websiteUrl === "string") info.websiteUrl = websiteUrl;
  if (Array.isArray(icons)) info.icons = icons.flatMap(readIcon);
  return info;
}

/** More than anybody calls itself: people, logs and records get names and versions no longer than this. */
const LONGEST_NAME = 256;

/** The beginning of a name, without half a character at its end. */
const cut = (name: string): string =>
  name.length <= LONGEST_NAME ? name : name.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, "");

function readIcon(given: unknown): readonly Icon[] {
  if (!isObject(given) || typeof given.src !== "string") return [];
  const { src, mimeType, sizes, theme } = given;
  const icon: Icon = {
    src,
    ...(typeof mimeType === "string" && { mimeType }),
    ...(isTexts(sizes) && { sizes }),
    ...((theme === "light" || theme === "dark") && { theme }),
  };
  return [icon];
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const areCapabilities = (given: unknown): given is ClientCapabilities =>
  isObject(given) &&
  (given.elicitation === undefined || holdsObjects(given.elicitation)) &&
  (given.sampling === undefined || isObject(given.sampling)) &&
  (given.roots === undefined || isObject(given.roots)) &&
  (given.extensions === undefined || holdsObjects(given.extensions)) &&
  (given.experimental === undefined || holdsObjects(given.experimental));

const holdsObjects = (given: unknown): boolean => isObject(given) && Object.values(given).every(isObject);

/** What is left of capabilities of the wrong shape. */
function readCapabilities(given: unknown): ClientCapabilities {
  if (!isObject(given)) return {};
  const { elicitation, sampling, roots, extensions, experimental, ...others } = given;
  const ways = objectsIn(elicitation);
  const extended = objectsIn(extensions);
  const tried = objectsIn(experimental);
  return {
    ...others,
    ...(ways && { elicitation: ways }),
    ...(isObject(sampling) && { sampling }),
    ...(isObject(roots) && { roots }),
    ...(extended && { extensions: extended }),
    ...(tried && { experimental: tried }),
  };
}

/**
 * The members that are objects themselves; `undefined` when there are only others, since an empty
 * `elicitation` would stand for more than the client said.
 */
function objectsIn(given: unknown): { readonly [name: string]: JsonObject } | undefined {
  if (!isObject(given)) return undefined;
  const entries = Object.entries(given);
  const kept = entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  return kept.length === 0 && entries.length > 0 ? undefined : Object.fromEntries(kept);
}

/** The text that keeps a client in a session record. */
export const writeClient = (info: JsonObject | undefined, capabilities: JsonObject): string =>
  JSON.stringify({ info, capabilities });

/** How many clients a reader remembers. */
const MOST_KNOWN = 1000;
/** How long a text may be to be remembered: clients choose their texts, and there must be no room to fill. */
const LONGEST_KNOWN = 2048;

/** Reads clients back from session records; equal texts are read once, unless they are long. */
export function createClientReader(): (written: string) => Client {
  const known = new Map<string, Client>();
  return (written) => {
    const seen = known.get(written);
    if (seen) return seen;
    // Written by `writeClient`.
    const { info, capabilities } = JSON.parse(written) as { info?: unknown; capabilities?: unknown };
    const client = readClient(info, capabilities);
    if (written.length > LONGEST_KNOWN) return client;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(written, client);
    return client;
  };
}
