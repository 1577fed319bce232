// The ways into the inbox and out of it: a link of one use, a cookie, and pages that say what to do without one.

import type { Logger } from "../../core/logger.js";
import type { FetchRoute } from "../../node/serve-fetch.js";
import { type Authenticate, hasScope } from "../../web/api/caller.js";
import { type HtmlValue, html } from "../../web/html/html.js";
import { createInboxAssets } from "../../web/inbox/inbox-assets.js";
import { renderAlone } from "../../web/inbox/render-alone.js";
import { linksOf } from "../../web/layout/assets.js";
import { assetHeaders, pageHeaders } from "../../web/security/headers.js";
import { isOwnPost } from "../../web/security/same-origin.js";
import type { Identify } from "../../web/security/visitor.js";
import { INBOX_CALLER_ID } from "../access/callers.js";
import type { SignIn } from "../access/sign-in.js";
import { INBOX_PATH, inboxUrl } from "../inbox-urls.js";

export interface SignInRoutes {
  readonly route: FetchRoute;
  /** Who is signed in; for everybody else the page that says how to. */
  readonly identify: Identify;
}

export interface SignInRoutesOptions {
  readonly signIn: SignIn;
  readonly authenticate: Authenticate;
  readonly baseUrl: string;
  readonly logger: Logger;
}

const SIGN_IN = `${INBOX_PATH}/sign-in`;
/** Where the inbox posts to. */
export const SIGN_OUT: string = `${INBOX_PATH}/sign-out`;
/** Where the command line has a new link made. */
export const LINKS = "/app/sign-in-links";

export function createSignInRoutes({
  signIn,
  authenticate,
  baseUrl,
  logger,
}: SignInRoutesOptions): SignInRoutes {
  const assets = createInboxAssets();
  const assetAt = (name: string): string => `${SIGN_IN}/${name}`;
  const byPath = new Map(Object.values(assets).map((asset) => [assetAt(asset.name), asset]));
  const links = linksOf(assets, assetAt);

  const page = (
    status: number,
    title: string,
    body: HtmlValue,
    headers: { readonly [name: string]: string } = {},
  ) =>
    new Response(renderAlone({ title, links, body, sign: "i" }), {
      status,
      headers: { ...pageHeaders, "content-type": "text/html; charset=utf-8", ...headers },
    });

  const howTo = html`<p class="lead">Run this where the server runs, and open the link that it prints:</p>
<p class="command"><code>beckon sign-in</code></p>
<p class="hint">Each link works once, within ten minutes.</p>`;

  async function redeem(request: Request, code: string): Promise<Response> {
    // Whoever only looks ahead must not use the link up.
    const isLookingAhead =
      request.method === "HEAD" ||
      /prefetch|prerender/i.test(request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "");
    if (isLookingAhead) return new Response(null, { status: 204, headers: { ...pageHeaders } });
    const cookie = await signIn.redeem(code);
    if (cookie === undefined) {
      logger.warn("A sign-in link was opened that is used up, too old, or none.");
      return page(
        403,
        "This link is used up",
        html`<p class="lead">It was opened before, or is older than ten minutes.</p>${howTo}`,
      );
    }
    return new Response(null, {
      status: 303,
      headers: { ...pageHeaders, location: inboxUrl(baseUrl), "set-cookie": cookie },
    });
  }

  async function makeLink(request: Request): Promise<Response> {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    const headers = { "cache-control": "no-store" };
    // Programs have no origin, and no page asks for a link.
    if (request.headers.has("origin"))
      return Response.json(
        { title: "A link is not made for a page.", status: 403 },
        { status: 403, headers },
      );
    const caller = await authenticate(request);
    if (caller === undefined || !hasScope(caller, "admin"))
      return Response.json(
        { title: "A token with the scope admin is needed.", status: caller === undefined ? 401 : 403 },
        {
          status: caller === undefined ? 401 : 403,
          headers: { ...headers, "www-authenticate": 'Bearer realm="beckon"' },
        },
      );
    return Response.json(await signIn.link(), { status: 201, headers });
  }

  async function route(request: Request): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === LINKS) return makeLink(request);
    const asset = byPath.get(pathname);
    if (asset !== undefined)
      return new Response(asset.body, {
        headers: { ...assetHeaders, etag: asset.etag, "content-type": asset.type },
      });
    if (pathname === SIGN_IN) {
      if (request.method !== "GET" && request.method !== "HEAD")
        return new Response(null, { status: 405, headers: { ...pageHeaders, allow: "GET, HEAD" } });
      const code = searchParams.get("code");
      return code === null ? page(200, "Sign in", howTo) : redeem(request, code);
    }
    if (pathname !== SIGN_OUT) return undefined;
    if (request.method !== "POST")
      return new Response(null, { status: 405, headers: { ...pageHeaders, allow: "POST" } });
    if (!isOwnPost(request, baseUrl))
      return page(403, "Not from here", html`<p class="lead">Sign out from the inbox itself.</p>`);
    const cookie = await signIn.signOut(request);
    return page(200, "Signed out", howTo, { "set-cookie": cookie });
  }

  return {
    route,
    async identify(request) {
      const found = await signIn.identify(request);
      return found === undefined
        ? page(401, "Sign in", html`<p class="lead">You are not signed in here.</p>${howTo}`)
        : { id: INBOX_CALLER_ID, name: found.person };
    },
  };
}
