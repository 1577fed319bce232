// The addresses of pages. An address has the id of the elicitation and a signature: nobody can guess one, and it says nothing.

import { isLoopbackAddress } from "../../guards/hosts.js";
import type { KeyRing } from "../../seal/key-ring.js";
import { signText, verifyText } from "../../seal/mac.js";
import { decodePath, parseBaseUrl } from "../layout/base-url.js";

const PURPOSE = "beckon page link";

/** What an address leads to. */
export type PageAddress =
  | { readonly to: "question" | "later" | "state"; readonly id: string }
  | { readonly to: "asset"; readonly name: string }
  /** Under the pages' path, and none of them. */
  | { readonly to: "nothing" };

export interface PageLinks {
  readonly origin: string;
  readonly host: string;
  /** The path that everything is under. */
  readonly path: string;
  readonly isSecure: boolean;
  readonly isLoopback: boolean;
  href(id: string): string;
  /** The same without scheme and host. */
  pathOf(id: string): string;
  assetPath(name: string): string;
  /** What the path leads to; `undefined` when it is not one of ours. */
  find(path: string): PageAddress | undefined;
}

/** Reads the base url. Throws when no page could be under it. */
export function createPageLinks(baseUrl: string, ring: KeyRing): PageLinks {
  const base = parseBaseUrl(baseUrl);
  const path = `${base.pathname.replace(/\/+$/, "")}/asked`;
  const sign = (id: string): string => signText(ring, PURPOSE, id);
  const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}.${sign(id)}`;
  return {
    origin: base.origin,
    host: base.host,
    path,
    isSecure: base.protocol === "https:",
    isLoopback: isLoopbackAddress(base.hostname),
    href: (id) => base.origin + pathOf(id),
    pathOf,
    assetPath: (name) => `${path}/assets/${name}`,
    find(given) {
      if (given !== path && !given.startsWith(`${path}/`)) return undefined;
      const [first = "", second, ...others] = given.slice(path.length + 1).split("/");
      if (others.length > 0) return { to: "nothing" };
      if (first === "assets" && second !== undefined) return { to: "asset", name: second };
      const id = openLink(first, ring);
      if (id === undefined) return { to: "nothing" };
      if (second === undefined) return { to: "question", id };
      return second === "later" || second === "state" ? { to: second, id } : { to: "nothing" };
    },
  };
}

function openLink(text: string, ring: KeyRing): string | undefined {
  const dot = text.lastIndexOf(".");
  const id = dot < 0 ? undefined : decodePath(text.slice(0, dot));
  return id !== undefined && verifyText(ring, PURPOSE, id, text.slice(dot + 1)) ? id : undefined;
}
