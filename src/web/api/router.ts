// Finds the route of a path.

import type { Route } from "./route.js";
import { routes as known } from "./routes/all-routes.js";
import { openApiRoute } from "./routes/openapi.js";

/** What a path leads to: a route, or the methods it takes instead. */
export type Found =
  | { readonly route: Route; readonly path: { readonly [name: string]: string } }
  | { readonly allow: string };

export interface Router {
  /** `undefined` when nothing is at that path. */
  find(method: string, path: string): Found | undefined;
}

interface Place {
  readonly segments: readonly string[];
  readonly routes: Route[];
}

/** Finds what is written out before what is variable. */
export function createRouter(): Router {
  const places = new Map<string, Place>();
  for (const route of [...known, openApiRoute(known)]) {
    const place = places.get(route.path) ?? { segments: route.path.split("/"), routes: [] };
    place.routes.push(route);
    places.set(route.path, place);
  }
  const inOrder = [...places.values()].sort(
    (one, other) => one.segments.filter(isVariable).length - other.segments.filter(isVariable).length,
  );
  return {
    find(method, path) {
      const given = path.split("/");
      for (const { segments, routes: here } of inOrder) {
        const values = match(segments, given);
        if (values === undefined) continue;
        const route = here.find((one) => one.method === method);
        return route ? { route, path: values } : { allow: allowOf(here) };
      }
      return undefined;
    },
  };
}

const isVariable = (segment: string): boolean => segment.startsWith("{");

const allowOf = (here: readonly Route[]): string =>
  here.flatMap(({ method }) => (method === "GET" ? [method, "HEAD"] : [method])).join(", ");

function match(
  segments: readonly string[],
  given: readonly string[],
): { readonly [name: string]: string } | undefined {
  if (segments.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? "";
    if (!isVariable(segment)) {
      if (segment !== text) return undefined;
      continue;
    }
    const value = decode(text);
    if (value === undefined || value === "") return undefined;
    values[segment.slice(1, -1)] = value;
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // What is not encoded as paths are leads nowhere.
    return undefined;
  }
}
