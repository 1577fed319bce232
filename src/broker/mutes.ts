// Mutes: servers whose questions are kept, and neither shown nor announced until somebody undoes it.

import { BeckonError } from "../core/errors.js";
import type { BrokerMutes, Mute } from "./mute.js";
import type { BrokerParts } from "./parts.js";

const PREFIX = "broker-mute:";
const PURPOSE = "broker mute";
/** More than anybody looks through. */
const MOST = 1_000;
const LONGEST_NAME = 1_024;

export function createMutes({ engine: { records }, atRest, clock, logger }: BrokerParts): BrokerMutes {
  function read(server: string, value: string): readonly Mute[] {
    try {
      // Nobody but the broker writes mutes.
      return [
        { server, ...(JSON.parse(atRest.open(`${PURPOSE} ${server}`, value)) as Omit<Mute, "server">) },
      ];
    } catch (error) {
      logger.warn("A mute cannot be read.", { error });
      return [];
    }
  }

  return {
    async list() {
      const found = await records.list(PREFIX, undefined, MOST);
      return found.flatMap(({ key, value }) => read(key.slice(PREFIX.length), value));
    },
    async has(server) {
      return (await records.get(PREFIX + server)) !== undefined;
    },
    async add(server, { by, until }) {
      requireServer(server);
      const since = clock.now();
      if (until !== undefined && !(Number.isSafeInteger(until) && until > since))
        throw new BeckonError("invalid-arguments", "A mute ends before it begins. Give an instant to come.");
      if ((await records.list(PREFIX, undefined, MOST)).length >= MOST)
        throw new BeckonError("invalid-arguments", `There are ${MOST} mutes already. Undo some first.`);
      const mute = { since, by, ...(until !== undefined && { until }) };
      await records.put(PREFIX + server, atRest.seal(`${PURPOSE} ${server}`, JSON.stringify(mute)), {
        ...(until !== undefined && { expiresAt: until }),
      });
      return { server, ...mute };
    },
    remove: async (server) => records.remove(PREFIX + server),
  };
}

function requireServer(server: unknown): void {
  if (typeof server !== "string" || server === "" || server.length > LONGEST_NAME)
    throw new BeckonError("invalid-arguments", `A server has a name of 1 to ${LONGEST_NAME} characters.`);
}
