// What the acts of hosted pages share.

import type { Broker } from "../../broker/broker.js";
import type { Clock } from "../../core/clock.js";
import type { Logger } from "../../core/logger.js";
import type { KeyRing } from "../../seal/key-ring.js";
import type { Assets } from "../layout/assets.js";
import type { AssetLinks } from "../layout/document.js";
import type { BrowserCookie } from "../security/csrf.js";
import type { Identify } from "../security/visitor.js";
import type { PageLinks } from "./page-links.js";

export interface PageParts {
  readonly broker: Broker;
  readonly ring: KeyRing;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly links: PageLinks;
  readonly assets: Assets;
  readonly assetLinks: AssetLinks;
  readonly cookie: BrowserCookie;
  readonly identify: Identify | undefined;
  readonly serverName: string;
  readonly maxFormBytes: number;
  readonly holdMs: number;
}
