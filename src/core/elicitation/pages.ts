// The pages contract: where people answer what their client cannot show, or must not see.

import type { Answer, FileReference } from "./answer.js";
import type { FormElicitation } from "./elicitation.js";
import type { RespondOptions } from "./responder.js";

/** Pages that a server hosts itself. */
export interface Pages {
  /** True when only somebody who is signed in can open a page: what a call of nobody's asks is asked elsewhere. */
  readonly needsPrincipal?: boolean;
  /** The values of `Host` that lead to pages: a server lets them in. @default the host of every href */
  readonly hosts?: ReadonlySet<string>;
  /** Where the elicitation with this id is answered: the same on every node. */
  href(id: string): string;
  /**
   * Puts the page up, and waits for its answer. Asked again with the same id, after a restart or on another node, it
   * goes on with what it began. The page is taken down when the signal aborts, and after `until`, also when no process
   * is there any more that asked.
   */
  respond(elicitation: FormElicitation, options: RespondOptions): Promise<Answer>;
  /**
   * Takes a page down that another node may have put up: its question is asked no more. An answer that was given before
   * is nobody's, and its secrets are deleted. Harmless for one that is over or was never there.
   */
  withdraw(id: string): Promise<void>;
  /** The asker has kept what it needs of the answer: secrets in it are deleted. Harmless when done twice. */
  release(id: string): Promise<void>;
  /**
   * The instant after which an answer is too late, which somebody who is at it may have moved; `undefined` when it is
   * over. Never more than twice the time that was given. @default the one that it was asked with
   */
  deadline?(id: string): Promise<number | undefined>;
  /**
   * Somebody may come for the answer until a later instant than was said. Harmless for what is over.
   * @default pages that end with their signals alone
   */
  stay?(id: string, until: number): Promise<void>;
  /** What is in a file that came with an answer; `undefined` when it is gone. */
  openFile(file: FileReference): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Serves a request to one of the pages; `undefined` when it is to something else. */
  fetch(request: Request): Promise<Response | undefined>;
}
