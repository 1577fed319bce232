// What `beckon serve` is run with, once everything is read and fits.

import type { WebhookEndpoint } from "../../webhooks/endpoint.js";
import type { QuestionTemplate } from "../questions/templates.js";
import type { OptionValues } from "./options.js";

/** Everything that can be set: the options as they were read, and what becomes of some of them. */
export interface AppConfig extends Omit<OptionValues, "config" | keyof Resolved>, Resolved {}

/** What is more than the value of its option. */
interface Resolved {
  /** The folder that holds the state, absolute. */
  readonly state: string;
  /** Where state lives: `memory:` or `sqlite:PATH`, absolute. */
  readonly engine: string;
  /** The file of the audit, absolute; `undefined` for none. */
  readonly audit: string | undefined;
  /** How the person is called who answers in the inbox. */
  readonly person: string;
  readonly webhooks: readonly WebhookEndpoint[];
  readonly templates: ReadonlyMap<string, QuestionTemplate>;
  /** What another `beckon serve` is started with to have the same options. */
  readonly sameStart: SameStart;
}

/** How a process is started with the same options. */
export interface SameStart {
  readonly arguments: readonly string[];
  /** What no flag can say: that something is not to be, which the config file may want. */
  readonly environment: Readonly<Record<string, string>>;
}
