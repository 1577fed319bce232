// What the acts of the inbox share.

import type { Clock } from "../../core/clock.js";
import type { Logger } from "../../core/logger.js";
import type { FindDomain } from "../../core/url-display.js";
import type { KeyRing } from "../../seal/key-ring.js";
import type { Api } from "../api/api.js";
import type { Assets } from "../layout/assets.js";
import type { AssetLinks } from "../layout/document.js";
import type { BrowserCookie } from "../security/csrf.js";
import type { Identify } from "../security/visitor.js";
import type { InboxLinks } from "./inbox-links.js";

export interface InboxParts {
  readonly api: Pick<Api, "as">;
  readonly ring: KeyRing;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly links: InboxLinks;
  readonly assets: Assets;
  readonly assetLinks: AssetLinks;
  readonly cookie: BrowserCookie;
  readonly identify: Identify;
  readonly signOut: string | undefined;
  readonly maxFormBytes: number;
  readonly streamMs: number;
  /** Loads once, with the first card that sends somebody somewhere. */
  findDomain(): Promise<FindDomain>;
}
