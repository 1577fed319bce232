// A broker on an engine that outlives its process, so that everything in it is sealed.

import type { BrokerOptions } from "../../src/broker/index.js";
import { createStage } from "./stage.js";

export const keys: readonly string[] = ["k".repeat(32)];

export const sealedStage = (options: Partial<BrokerOptions> = {}): ReturnType<typeof createStage> =>
  createStage({ keys, ...options, wrap: (engine) => ({ ...engine, durable: true }) });
