// A broker on a fake clock, and something to ask.

import { type BrokerOptions, createBroker, type NewElicitation } from "../../src/broker/index.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import type { Engine, Logger } from "../../src/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";

export const asker: NewElicitation["asker"] = {
  server: "tables",
  method: "tools/call",
  target: "book_table",
  client: "host 1.0",
  principalId: "ada",
  runId: "run-1",
};

export const guests: NonNullable<NewElicitation["schema"]> = {
  type: "object",
  properties: { guests: { type: "integer", minimum: 1, maximum: 20 } },
  required: ["guests"],
};

/** Something to ask, with a form. */
export const question = (fields: Partial<NewElicitation> = {}): NewElicitation => ({
  message: "How many?",
  schema: guests,
  asker,
  ...fields,
});

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: unknown;
}

export function createStage(
  options: Partial<BrokerOptions> & { readonly wrap?: (engine: Engine) => Engine } = {},
) {
  const clock = createFakeClock({ now: 1_000_000 });
  const { wrap = (engine: Engine) => engine, ...others } = options;
  const engine = others.engine ?? wrap(createMemoryEngine({ clock }));
  const lines: LogLine[] = [];
  const log = (level: string) => (message: string, fields?: unknown) =>
    void lines.push({ level, message, fields });
  const logger: Logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
  const broker = createBroker({ engine, clock, logger, limits: false, ...others });
  return { clock, engine, broker, lines, logger };
}

/** The id of a new elicitation. */
export async function created(
  broker: ReturnType<typeof createBroker>,
  fields: Partial<NewElicitation> = {},
): Promise<string> {
  const creation = await broker.create(question(fields));
  if (!creation.ok) throw new Error(`Refused: ${creation.reason}`);
  return creation.elicitation.id;
}
