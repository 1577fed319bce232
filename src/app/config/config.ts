// What `beckon serve` is run with, once everything is read and fits.

import type { WebhookEndpoint } from "../../webhooks/endpoint.js";
import type { QuestionTemplate } from "../questions/templates.js";

/** Everything that can be set. */
export interface AppConfig {
  /** The folder that holds the state, absolute. */
  readonly state: string;
  /** Where state lives: `memory:` or `sqlite:PATH`. */
  readonly engine: string;
  /** The address to bind. */
  readonly host: string;
  /** The port to bind; 0 for any that is free. */
  readonly port: number;
  /** True to serve MCP on standard input and output as well. */
  readonly stdio: boolean;
  /** Where people and programs reach it; absent for the address that is bound. */
  readonly baseUrl: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** True when a client that can show a question itself is asked to. */
  readonly askClient: boolean;
  /** How long `elicit` waits when it is not told. */
  readonly waitSeconds: number;
  readonly retentionDays: number;
  readonly perMinute: number;
  readonly burst: number | undefined;
  readonly maxOpen: number;
  readonly maxAnswerBytes: number;
  /** How long somebody stays signed in. */
  readonly sessionDays: number;
  /** How the person is called who answers in the inbox. */
  readonly person: string;
  readonly urlAllow: readonly string[];
  readonly loopbackUrls: boolean;
  readonly webhooks: readonly WebhookEndpoint[];
  readonly webhookAllow: readonly string[];
  readonly templates: ReadonlyMap<string, QuestionTemplate>;
}
