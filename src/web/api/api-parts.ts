// What the routes of the API share.

import type { Broker } from "../../broker/broker.js";
import type { Clock } from "../../core/clock.js";
import type { Logger } from "../../core/logger.js";
import type { ApiOptions } from "./api-options.js";
import type { WatchLimit } from "./watch-limit.js";

export interface ApiParts {
  readonly broker: Broker;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly maxBodyBytes: number;
  readonly heartbeatMs: number;
  readonly watches: WatchLimit;
  readonly fromSpec: ApiOptions["fromSpec"];
  readonly contentFor: ApiOptions["contentFor"];
  readonly sensitiveFields: NonNullable<ApiOptions["sensitiveFields"]>;
  readonly nameOf: NonNullable<ApiOptions["nameOf"]>;
}
