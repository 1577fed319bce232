// Who a request is from: the bearer of a token.

import type { Principal } from "../../server/access/access.js";
import { allow, type Connect, forbidden, unauthorized } from "../../server/access/connect.js";
import { type Authenticate, type Caller, hasScope } from "../../web/api/caller.js";
import type { TokenEntry, Tokens } from "./tokens.js";

/** Whoever answers in the inbox is one person. */
export const INBOX_CALLER_ID = "inbox";

/**
 * What is asked for somebody is found again under this id, whatever the token is called. Who has a token with the scope
 * `admin` can sign in to the inbox with it: at a terminal that is the same person, with the same drafts.
 */
const callerOf = ({ id, name, scopes }: TokenEntry): Caller => ({
  id: `token:${id}`,
  name,
  scopes,
  ...(scopes.includes("admin") && { person: INBOX_CALLER_ID }),
});

/** Who started this process and holds its other end: nobody else can be on standard input. */
const STDIO_PRINCIPAL: Principal = { id: "stdio", name: "stdio" };

/** Reads the header of a request; only the scheme `Bearer` counts, and nothing in the url. */
function readBearer(header: string | null | undefined): string | undefined {
  const found = /^bearer +([\w-]{1,200})$/i.exec(header ?? "");
  return found?.[1];
}

/**
 * How callers are called where people see what they did: the bearers of these tokens, and the person in the inbox. One
 * whose token was taken back keeps the name for as long as this process knows it.
 */
export async function createNameOf(
  tokens: Tokens,
  person: string,
): Promise<{
  readonly nameOf: (callerId: string) => string | undefined;
  readonly learn: (caller: Caller) => void;
}> {
  const names = new Map([[INBOX_CALLER_ID, person]]);
  const learn = ({ id, name }: Caller): void => void names.set(id, `token ${name}`);
  for (const token of await tokens.list()) learn(callerOf(token));
  return { nameOf: (callerId) => names.get(callerId), learn };
}

/** Tells the bearers of tokens for the API. */
export function createAuthenticate(tokens: Tokens, learn: (caller: Caller) => void): Authenticate {
  return async (request) => {
    const value = readBearer(request.headers.get("authorization"));
    const token = value === undefined ? undefined : await tokens.find(value);
    if (token === undefined) return undefined;
    const caller = callerOf(token);
    learn(caller);
    return caller;
  };
}

/** Lets bearers of tokens that may ask in to the MCP endpoint, on the loopback too. */
export function createConnect(tokens: Tokens): Connect {
  return async ({ headers, transport }) => {
    if (transport === "stdio") return allow({ principal: STDIO_PRINCIPAL });
    const { authorization } = headers;
    if (authorization === undefined) return unauthorized({ realm: "beckon" });
    const value = typeof authorization === "string" ? readBearer(authorization) : undefined;
    const token = value === undefined ? undefined : await tokens.find(value);
    if (token === undefined)
      return unauthorized({
        realm: "beckon",
        error: "invalid_token",
        errorDescription: "This is no token of this server.",
      });
    const caller = callerOf(token);
    if (!hasScope(caller, "ask")) return forbidden({ message: "This token may not ask.", scope: "ask" });
    return allow({ principal: { id: caller.id, name: caller.name } });
  };
}
