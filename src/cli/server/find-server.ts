// Finds the server that a command talks to, and the token for it.

import { readFirstToken } from "../../app/access/tokens.js";
import { DEFAULT_PORT } from "../../app/config/options.js";
import { findRunning } from "../../app/running-server.js";
import { stateFolderAt } from "../../app/state-folder.js";
import type { ApiClient } from "../../web/api/api-client.js";
import { createApiClient } from "../../web/api/client/create-api-client.js";
import { CliError } from "../frame/cli-error.js";
import type { Values } from "../frame/command.js";
import { readText } from "../frame/read-input.js";
import type { Surroundings } from "../frame/surroundings.js";
import { findState, stateOption } from "../state/find-state.js";

const placeOptions = {
  url: { type: "text", value: "URL", summary: "where the server is (BECKON_URL)" },
  "token-file": {
    type: "text",
    value: "FILE",
    summary: "a file with the token for it (BECKON_TOKEN is the token itself)",
  },
} as const;

/** The options of every command that talks to a server. */
export const serverPlaceOptions: typeof placeOptions & typeof stateOption = {
  ...placeOptions,
  ...stateOption,
};

type PlaceOptions = Values<typeof serverPlaceOptions>;

/** Where a server is, and how to get in. */
export interface ServerPlace {
  /** Its origin. */
  readonly url: string;
  readonly token: string;
  /** The folder of its state, where that is on this machine. */
  readonly state: string | undefined;
}

/** A server to talk to. */
export interface Reached {
  readonly client: ApiClient;
  readonly place: ServerPlace;
}

/** A client for the server that the options, the environment or the state folder name. */
export async function reachServer(
  options: PlaceOptions,
  surroundings: Surroundings,
  view: "terminal" | "cli" = "cli",
): Promise<Reached> {
  const place = await findServer(options, surroundings);
  if (place === undefined) {
    const state = await findState(options.state, surroundings);
    const why = state === undefined ? "No server is known here" : `The server of ${state} does not run`;
    throw new CliError(
      "failed",
      `${why}. Start ${state === undefined ? "one" : "it"} with \`beckon serve\`, or name one with --url and --token-file, or with BECKON_URL and BECKON_TOKEN.`,
    );
  }
  return { client: createApiClient({ baseUrl: place.url, token: place.token, view }), place };
}

/** The place of the server; `undefined` when nothing names one. */
export async function findServer(
  options: PlaceOptions,
  surroundings: Surroundings,
): Promise<ServerPlace | undefined> {
  const { env } = surroundings;
  const given = options.url ?? (env.BECKON_URL || undefined);
  const named = given === undefined ? undefined : originOf(given, options.url === undefined);
  const givenToken = await readToken(options["token-file"], surroundings);
  if (named !== undefined && givenToken !== undefined)
    return { url: named, token: givenToken, state: undefined };
  const state = await findState(options.state, surroundings);
  if (state === undefined) {
    if (named === undefined) return undefined;
    throw new CliError("failed", `There is no token for ${named}. Give --token-file, or BECKON_TOKEN.`);
  }
  // Where one was that has ended anybody may listen by now, and would be given the token.
  const own = (await findRunning(state))?.url;
  if (own === undefined && named === undefined) return undefined;
  // The token of a folder goes to the server of that folder, and to no other.
  if (own === undefined || (named !== undefined && named !== own))
    throw new CliError(
      "failed",
      `There is no token for ${named}: ${state} is of ${own === undefined ? "no server that runs" : `the server at ${own}`}. Give --token-file, or BECKON_TOKEN.`,
    );
  const token = givenToken ?? (await readFirstToken(stateFolderAt(state)));
  if (token === undefined)
    throw new CliError("failed", `There is no token in ${state}. Give --token-file, or BECKON_TOKEN.`);
  return { url: own, token, state };
}

function originOf(given: string, isFromEnv: boolean): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CliError(
    "usage",
    `${isFromEnv ? "BECKON_URL" : "--url"} is ${JSON.stringify(given)}, and must be a url such as http://127.0.0.1:${DEFAULT_PORT}.`,
  );
}

async function readToken(file: string | undefined, surroundings: Surroundings): Promise<string | undefined> {
  if (file === undefined) return surroundings.env.BECKON_TOKEN?.trim() || undefined;
  const token = (await readText("The token", file, surroundings)).trim();
  if (token === "" || /\s/.test(token)) throw new CliError("usage", `There is no token in ${file}.`);
  return token;
}
