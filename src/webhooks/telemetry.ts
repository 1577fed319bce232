// Tells diagnostics channels what becomes of deliveries: only while somebody listens, and never what was sent.

import { type Channel, channel } from "node:diagnostics_channel";
import { channels, type WebhookEvent } from "../core/events.js";

const delivered: Channel = channel(channels.webhookDelivered);
const failed: Channel = channel(channels.webhookFailed);
const dead: Channel = channel(channels.webhookDead);

export function tellDelivered(event: WebhookEvent): void {
  if (delivered.hasSubscribers) delivered.publish(event);
}

export function tellFailed(event: WebhookEvent): void {
  if (failed.hasSubscribers) failed.publish(event);
}

export function tellDead(event: WebhookEvent): void {
  if (dead.hasSubscribers) dead.publish(event);
}
