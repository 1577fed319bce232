// Listing what the application has: `resources/list` beyond the fixed resources.

import type { JsonObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Icon } from "../../protocol/capabilities.js";
import type { Annotations } from "../../protocol/content.js";
import type { LookupContext } from "../context.js";

/** One resource in a list. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly icons?: readonly Icon[];
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** One page of resources. */
export interface ResourcePage {
  readonly resources: readonly ListedResource[];
  /** Where the next page starts, in the application's own terms; absent on the last page. */
  readonly next?: string | undefined;
}

/** Gives the page that starts at `from` (the first one when it is `undefined`). Only this server can have written `from`. */
export type ResourceLister = (from: string | undefined, ctx: LookupContext) => MaybePromise<ResourcePage>;
