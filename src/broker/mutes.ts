// Mutes: servers whose questions are kept, and neither shown nor announced until somebody undoes it.

import { BeckonError } from "../core/errors.js";
import type { BrokerMutes, Mute } from "./mute.js";
import type { BrokerParts } from "./parts.js";

const PREFIX = "broker-mute:";
const PURPOSE = "broker mute";
/** More than anybody looks through. */
const MOST = 1_000;
const LONGEST_NAME = 1_024;

const TOPIC = "mutes";

export function createMutes({ engine, atRest, clock, logger }: BrokerParts): BrokerMutes {
  const { records, bus } = engine;

  /** A hint: whoever watches also looks for itself. */
  async function tell(server: string): Promise<void> {
    try {
      await bus.publish(TOPIC, server);
    } catch (error) {
      logger.warn("Nobody could be told of a mute.", { error });
    }
  }

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
      await tell(server);
      return { server, ...mute };
    },
    async remove(server) {
      const isRemoved = await records.remove(PREFIX + server);
      if (isRemoved) await tell(server);
      return isRemoved;
    },
    listen: async (wake) => bus.subscribe(TOPIC, wake),
  };
}

function requireServer(server: unknown): void {
  if (typeof server !== "string" || server === "" || server.length > LONGEST_NAME)
    throw new BeckonError("invalid-arguments", `A server has a name of 1 to ${LONGEST_NAME} characters.`);
}
