// Whether the server is there: its port, its answer, its clock.

import { createServer } from "node:net";
import { DEFAULT_PORT } from "../../app/config/options.js";
import { readRunning } from "../../app/running-server.js";
import { messageOf } from "../../core/message-of.js";
import { createApiClient } from "../../web/api/client/create-api-client.js";
import { findServer, type ServerPlace } from "../server/find-server.js";
import { duration } from "../show/time-words.js";
import { type Check, type CheckContext, fail, ok, warn } from "./check.js";

/** Clocks further apart than this make deadlines look wrong. */
const MOST_SKEW_MS = 30_000;

/** Where the command line would look for a server. */
type Place = { readonly url?: string | undefined; readonly "token-file"?: string | undefined };

/** Checks of the server that the options name, or that is known here. */
export function serverChecks(options: Place): readonly Check[] {
  const find = ({ surroundings, state }: CheckContext): Promise<ServerPlace | undefined> =>
    findServer({ url: options.url, "token-file": options["token-file"], state }, surroundings);
  return [
    {
      what: "port",
      async look(context) {
        const { state } = context;
        if (state !== undefined && (await readRunning(state)) !== undefined) return undefined;
        const isFree = await canListen(DEFAULT_PORT);
        return isFree
          ? ok(`${DEFAULT_PORT} is free for \`beckon serve\``)
          : warn(
              `${DEFAULT_PORT} is taken by another program`,
              "Start the server with --port 0, or another number.",
            );
      },
    },
    {
      what: "server",
      async look(context) {
        const place = await find(context);
        if (place === undefined)
          return warn("none is known here", "Start one with `beckon serve`, or give --url.");
        try {
          const client = createApiClient({ baseUrl: place.url, token: place.token });
          const before = Date.now();
          const { now, elicitations } = await client.list({ status: ["open"], limit: 100 });
          const skew = Math.abs(now - (before + Date.now()) / 2);
          if (skew > MOST_SKEW_MS)
            return warn(`the clock of ${place.url} is ${duration(skew)} away from ours`, "Set both clocks.");
          const count = elicitations.length === 100 ? "100 or more" : String(elicitations.length);
          return ok(`${place.url} answers in ${Date.now() - before} ms; open questions: ${count}`);
        } catch (error) {
          return fail(
            messageOf(error),
            "Start it with `beckon serve`; if it runs, look at --url and the token.",
          );
        }
      },
    },
  ];
}

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
