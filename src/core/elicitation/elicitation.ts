// One thing asked of a person, as it is handed to whoever gets the answer.

import type { JsonObject } from "../json.js";
import type { FormSchema } from "./form-schema.js";

/** How a person is asked: with a form, or by being sent to a page. */
export type AskMode = "form" | "url";

/** On whose behalf a person is asked. */
export interface Asker {
  /** The name of the server. */
  readonly server: string;
  /** Where the server is, as it is configured. */
  readonly origin?: string | undefined;
  /** The method, and the tool, prompt or uri it is about. */
  readonly method: string;
  readonly target?: string | undefined;
  /** The arguments of the call as a person may see them: without credentials, and cut. */
  readonly arguments?: JsonObject | undefined;
  /** How the client describes itself. */
  readonly client?: string | undefined;
  /** Whom the call is made for. */
  readonly principalId?: string | undefined;
  /** The run that waits. */
  readonly runId: string;
}

interface Asked {
  /** The same whenever the same run asks the same thing. */
  readonly id: string;
  /** The question's key in its run. */
  readonly key: string;
  /** What the person is told. */
  readonly message: string;
  /** Who may answer; absent for the caller. */
  readonly audience: string | undefined;
  /** The instant after which an answer is too late; absent for none. */
  readonly expiresAt: number | undefined;
  readonly asker: Asker;
}

/** A form to fill in. */
export interface FormElicitation extends Asked {
  readonly mode: "form";
  readonly schema: FormSchema;
}

/** A page to go to. */
export interface UrlElicitation extends Asked {
  readonly mode: "url";
  readonly url: string;
}

/** One thing asked of a person. */
export type Elicitation = FormElicitation | UrlElicitation;
