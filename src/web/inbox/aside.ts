// What somebody has put aside with "not now". It is kept in their browser: a question is nobody else's less for it.

import { hash } from "node:crypto";

/** As many as fit into a cookie; beyond that the oldest come back. */
const MOST = 200;
const NAME = "beckon-aside";
const MARK = /^[\w-]{10}$/;
const THIRTY_DAYS_S = 30 * 24 * 3600;

/** What is put aside in one browser. */
export interface Aside {
  has(id: string): boolean;
  /** The cookie with these put aside, or brought back. */
  header(ids: readonly string[], isAside: boolean): string;
}

/** Reads what the browser has put aside. */
export function readAside(request: Request, path: string, isSecure: boolean): Aside {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  const marks = (pairs.find(([key]) => key === NAME)?.[1] ?? "").split(".").filter((mark) => MARK.test(mark));
  return {
    has: (id) => marks.includes(markOf(id)),
    header(ids, isAside) {
      const changed = new Set(ids.map(markOf));
      const others = marks.filter((mark) => !changed.has(mark));
      const next = isAside ? [...others, ...changed].slice(-MOST) : others;
      const age = next.length === 0 ? 0 : THIRTY_DAYS_S;
      return `${NAME}=${next.join(".")}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
    },
  };
}

/** Says nothing of the id. */
const markOf = (id: string): string => hash("sha256", id, "base64url").slice(0, 10);
