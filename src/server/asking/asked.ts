// A question on its way: what the run, the client and a responder each need of it.

import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { OwnKinds } from "../../core/elicitation/own-fields.js";
import type { Problem } from "../../core/problem.js";
import type { ClientFeature } from "../../protocol/capabilities.js";
import type { Revision } from "../../protocol/revisions.js";
import type { AskSpec, OpenAsk } from "../../replay/ask.js";
import type { AskOptions } from "./ask-options.js";

/** A request to the client: sent as it is in the legacy era, as an input request in the modern one. */
export interface ClientRequest {
  readonly method: string;
  /** Its parameters, as JSON. */
  readonly paramsJson: string;
}

/** What the client's reply comes to. */
export type FromClient =
  /** What is to be kept of it. */
  | { readonly answer: unknown }
  /** The person went to the page; what comes of it is told to the server. */
  | { readonly consented: true }
  /** Nothing that could be a reply to this request. */
  | undefined;

/** What a question does not know of itself. */
export interface ElicitationAbout extends Pick<Elicitation, "id" | "key" | "expiresAt" | "asker"> {
  /** What was wrong with the last answer. */
  readonly problems: readonly Problem[];
}

/** Something asked of the client or of a person. */
export interface Asked<T = unknown> extends AskSpec<T> {
  /** What the client must be able to do. */
  readonly feature: ClientFeature;
  readonly options: AskOptions;
  /** The request to a client, naming what was wrong with the last answer; `undefined` where the revision cannot say it. */
  request(revision: Revision, id: () => string, problems: readonly Problem[]): ClientRequest | undefined;
  /** The request that sends a person to a hosted page; absent for what no such page can show. */
  pageRequest?(
    revision: Revision,
    href: string,
    id: string,
    problems: readonly Problem[],
  ): ClientRequest | undefined;
  /** The kinds of its fields that no client can show; absent for none. */
  readonly ownFields?: OwnKinds | undefined;
  /** Reads the client's result. */
  fromClient(result: unknown): FromClient;
  /** What is kept when the client responds with an error. */
  fromError(error: { readonly code: number; readonly message: string }): unknown;
  /** The question as a responder gets it; absent for what only a client can do. */
  elicitation?(about: ElicitationAbout): Elicitation;
  /** What is kept when there is nobody to ask. */
  readonly nobody: unknown;
  /** What is kept when its own signal aborts. */
  readonly withdrawn: unknown;
  /** What is kept when too many wait already. */
  readonly limited: unknown;
  /** True for a page whose end is told by `server.elicitations.complete`. */
  readonly isCompletedOutside: boolean;
  /** What that must bring. */
  readonly contentSchema: FormSchema | undefined;
}

/** A question that waits. */
export type OpenQuestion = OpenAsk<Asked>;
