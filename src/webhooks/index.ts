// The door of the webhooks.

export type { WebhookGuard } from "./attempt.js";
export { createWebhooks, type Webhooks, type WebhooksOptions } from "./create-webhooks.js";
export type { DeadLetter, DeadLetterList, DeadLetters } from "./dead-letters.js";
export type { WebhookEndpoint, WebhookType } from "./endpoint.js";
