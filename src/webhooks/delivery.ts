// One delivery: which event goes to which endpoint, and how often that was tried. Nothing of its contents is kept.

import type { ElicitationStatus } from "../core/engine/elicitations.js";
import type { KeptRecord } from "../core/engine/records.js";
import type { WebhookType } from "./endpoint.js";

/** What is kept of a delivery. */
export interface Delivery {
  readonly endpoint: string;
  /** The number of its event in the change feed. */
  readonly number: number;
  readonly type: WebhookType;
  /** The elicitation. */
  readonly id: string;
  readonly status: ElicitationStatus;
  /** When the event happened. */
  readonly at: number;
  /** How often it was tried. */
  readonly attempts: number;
  /** Not before; while a node tries, when another one may. */
  readonly nextAt: number;
  /** How the last attempt failed, without anything that was sent or received. */
  readonly problem: string | undefined;
}

/** A delivery as it was read, to be changed if nobody else did. */
export interface HeldDelivery {
  readonly delivery: Delivery;
  readonly version: number;
}

const ROOT = "webhooks";

/** Numbers sort like text. */
const place = ({ endpoint, number }: Pick<Delivery, "endpoint" | "number">): string =>
  `${endpoint}/${String(number).padStart(16, "0")}`;

export const cursorKey: string = `${ROOT}/cursor`;
export const disabledKey = (endpoint: string): string => `${ROOT}/disabled/${endpoint}`;
export const pendingPrefix = (endpoint: string): string => `${ROOT}/pending/${endpoint}/`;
export const deadPrefix = (endpoint?: string): string =>
  endpoint === undefined ? `${ROOT}/dead/` : `${ROOT}/dead/${endpoint}/`;

export const pendingKey = (delivery: Pick<Delivery, "endpoint" | "number">): string =>
  `${ROOT}/pending/${place(delivery)}`;
/** Says that a delivery is done, for nodes that are late to make it. */
export const doneKey = (delivery: Delivery): string => `${ROOT}/done/${place(delivery)}`;
export const deadKey = (id: string): string => `${ROOT}/dead/${id}`;

/** What a dead letter is called. */
export const deadLetterId = (delivery: Delivery): string => place(delivery);

export const toValue = (delivery: Delivery): string => JSON.stringify(delivery);

/** Only this folder writes these records. */
export const toDelivery = ({ value }: KeptRecord): Delivery => JSON.parse(value) as Delivery;
