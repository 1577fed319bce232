// The addresses of the inbox. None says more of a question than its id.

import { isLoopbackAddress } from "../../guards/hosts.js";
import { decodePath, parseBaseUrl } from "../layout/base-url.js";

/** What an address leads to. */
export type InboxAddress =
  | { readonly to: "list" | "history" | "runs" | "settings" | "samples" | "mutes" | "live" }
  | { readonly to: "card" | "run"; readonly id: string }
  | { readonly to: "export"; readonly format: "csv" | "json" }
  | { readonly to: "asset"; readonly name: string }
  /** The icon with a number on it. */
  | { readonly to: "icon"; readonly count: string }
  /** Under the inbox's path, and nothing of it. */
  | { readonly to: "nothing" };

export interface InboxLinks {
  readonly origin: string;
  readonly host: string;
  /** The list, and the path that everything is under. */
  readonly path: string;
  readonly isSecure: boolean;
  readonly isLoopback: boolean;
  card(id: string): string;
  run(id: string): string;
  icon(count: number): string;
  asset(name: string): string;
  /** A page by its name. */
  to(
    name: "history" | "history.csv" | "history.json" | "runs" | "settings" | "samples" | "mutes" | "live",
  ): string;
  /** What the path leads to; `undefined` when it is not one of ours. */
  find(path: string): InboxAddress | undefined;
}

const PLAIN = ["history", "runs", "settings", "samples", "mutes", "live"] as const;

/** Reads the base url. Throws when no inbox could be under it. */
export function createInboxLinks(baseUrl: string): InboxLinks {
  const base = parseBaseUrl(baseUrl);
  const path = `${base.pathname.replace(/\/+$/, "")}/inbox`;
  return {
    origin: base.origin,
    host: base.host,
    path,
    isSecure: base.protocol === "https:",
    isLoopback: isLoopbackAddress(base.hostname),
    card: (id) => `${path}/e/${encodeURIComponent(id)}`,
    run: (id) => `${path}/runs/${encodeURIComponent(id)}`,
    icon: (count) => `${path}/icon/${Math.min(count, MOST_COUNTED)}.svg`,
    asset: (name) => `${path}/assets/${name}`,
    to: (name) => `${path}/${name}`,
    find(given) {
      if (given !== path && !given.startsWith(`${path}/`)) return undefined;
      const [first = "", second, ...others] = given.slice(path.length + 1).split("/");
      if (others.length > 0) return { to: "nothing" };
      return second === undefined ? findPlain(first) : findBelow(first, second);
    },
  };
}

/** More than anybody counts. */
export const MOST_COUNTED = 100;

function findPlain(name: string): InboxAddress {
  if (name === "") return { to: "list" };
  if (name === "history.csv" || name === "history.json")
    return { to: "export", format: name === "history.csv" ? "csv" : "json" };
  const to = PLAIN.find((one) => one === name);
  return to === undefined ? { to: "nothing" } : { to };
}

function findBelow(first: string, second: string): InboxAddress {
  if (first === "assets") return { to: "asset", name: second };
  const icon = first === "icon" ? /^(\d{1,3})\.svg$/.exec(second)?.[1] : undefined;
  if (icon !== undefined) return { to: "icon", count: icon };
  const id = decodePath(second);
  if (id === undefined || id === "" || (first !== "e" && first !== "runs")) return { to: "nothing" };
  return { to: first === "e" ? "card" : "run", id };
}
