// Has a running app make a new sign-in link, for whoever has a token that may do everything.

import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { messageOf } from "../core/message-of.js";
import type { SignInLink } from "./access/sign-in.js";
import { LINKS } from "./http/sign-in-routes.js";

/** Where the app is, and what opens it. */
export interface SignInLinkRequest {
  readonly baseUrl: string;
  readonly token: string;
  readonly signal?: AbortSignal;
}

/** A new link. Rejects with `unreachable` when nobody answers there, and with `refused` for a token that may not. */
export async function requestSignInLink({ baseUrl, token, signal }: SignInLinkRequest): Promise<SignInLink> {
  const response = await fetch(new URL(LINKS, baseUrl), {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    redirect: "error",
    ...(signal !== undefined && { signal }),
  }).catch((cause: unknown) => {
    throw new BeckonError(
      "unreachable",
      `Nobody answers at ${baseUrl}: ${messageOf(cause)}. Is beckon serve running?`,
      {
        cause,
      },
    );
  });
  if (response.status === 401 || response.status === 403)
    throw new BeckonError(
      "refused",
      `The token may not sign anybody in at ${baseUrl}. Use one with the scope admin.`,
    );
  const link: unknown = response.status === 201 ? await response.json() : undefined;
  if (isObject(link) && typeof link.url === "string" && typeof link.expiresAt === "number")
    return { url: link.url, expiresAt: link.expiresAt };
  throw new BeckonError("unreachable", `What answers at ${baseUrl} is no beckon serve (${response.status}).`);
}
