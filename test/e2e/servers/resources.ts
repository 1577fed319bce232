// Resources: fixed ones, templates, and what the application lists on several pages of its own.

import type { Server } from "beckon";
import { BYTES } from "./content-tools.js";

const STUDIES = ["alpha", "beta", "a b"];

/** What the application lists: two pages. */
export const LISTED: readonly string[] = ["app:///studies/alpha/cover", "app:///studies/beta/cover"];

export function addResources(server: Server): void {
  server.resource(
    "readme",
    {
      uri: "app:///readme",
      title: "Read me",
      mimeType: "text/plain",
      cache: { ttlMs: 5000, scope: "public" },
    },
    () => "Read me.",
  );
  server.resource("logo", { uri: "app:///logo", mimeType: "image/png" }, async () => BYTES);
  for (const number of [1, 2, 3, 4]) {
    server.resource(`note-${number}`, { uri: `app:///notes/${number}` }, () => `Note ${number}.`);
  }
  server.resource("crash", { uri: "app:///crash" }, () => {
    throw new Error("password=hunter2");
  });
  server.resource("later", { uri: "app:///later" }, (_, ctx) => ctx.later(async () => "Later."));
  server.resource(
    "cover",
    {
      uri: "app:///studies/{study}/cover",
      mimeType: "text/plain",
      complete: { study: (value) => STUDIES.filter((study) => study.startsWith(value)) },
    },
    ({ study }, ctx) => (STUDIES.includes(study) ? `${study} at ${ctx.uri}` : undefined),
  );
  server.resource(
    "page",
    {
      uri: "app:///studies/{study}/pages/{page}",
      complete: { page: async (value, ctx) => [`${ctx.arguments.study ?? "?"}-${value}`] },
    },
    ({ study, page }) => `${study}, page ${page}`,
  );
  server.listResources(async (from) => {
    const index = from === undefined ? 0 : Number(from);
    const uri = LISTED[index] ?? "";
    const next = index + 1 < LISTED.length ? String(index + 1) : undefined;
    return { resources: [{ uri, name: `study-${index}` }], next };
  });
}
