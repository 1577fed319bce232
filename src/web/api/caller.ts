// Who uses the API, and what for.

import type { MaybePromise } from "../../core/maybe-promise.js";

/**
 * What a caller may do: `ask` creates, and reads and withdraws what it asked itself; `answer` sees and settles what is
 * asked of it or of anybody; `read` sees everything and changes nothing; `admin` may do all of it.
 */
export type Scope = "ask" | "answer" | "read" | "admin";

/** Who uses the API. */
export interface Caller {
  /** The same as the `audience` of what is asked of this person, and as the principal of what it asks. */
  readonly id: string;
  /** How the caller is called where people see it. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The audiences that the caller belongs to, besides being one. @default none */
  readonly groups?: readonly string[];
  /** The person whom the caller is at another place: they share drafts and what is put aside. @default the id */
  readonly person?: string;
  /** What the caller answers from. @default what its request says, else `"api"` */
  readonly view?: View;
}

/** What a caller answers from: what history says, and what only a terminal may answer goes by it. */
export type View = "api" | "inbox" | "terminal" | "cli";

/** Tells who sent a request, by its headers; `undefined` when nobody that is known did. The request has no body. */
export type Authenticate = (request: Request) => MaybePromise<Caller | undefined>;

/** The header in which a program in a terminal says so. */
export const VIEW_HEADER = "beckon-view";

/** What a request is sent from. Nobody can say from outside that it is the inbox. */
function viewOf(caller: Caller, request: Request): View {
  const said = request.headers.get(VIEW_HEADER);
  return caller.view ?? (said === "terminal" || said === "cli" ? said : "api");
}

/** The caller as the broker is told of it. */
export const actingAs = (
  caller: Caller,
  request: Request,
): { readonly by: string; readonly groups: readonly string[]; readonly from: View } => ({
  by: caller.id,
  groups: caller.groups ?? [],
  from: viewOf(caller, request),
});

/** Whose drafts a caller reads and writes, and whose "not now" it is. */
export const personOf = ({ id, person = id }: Caller): string => person;

/** True when a caller has one of these scopes; who has `admin` has all. */
export const hasScope = ({ scopes }: Caller, ...wanted: readonly Scope[]): boolean =>
  scopes.includes("admin") || wanted.some((scope) => scopes.includes(scope));
