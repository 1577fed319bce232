/** Keeps DEPENDENCIES.md true: it names what package.json names, and nothing else. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

/** Each kind of package.json with the heading of its table. */
const tables = {
  dependencies: "## Installed with Beckon",
  peerDependencies: "## Optional peers",
  devDependencies: "## For development",
} as const;

test.each(Object.entries(tables))(
  "every one of the %s has its reason in DEPENDENCIES.md",
  (kind, heading) => {
    const manifest = JSON.parse(read("package.json"));
    const section = read("DEPENDENCIES.md").split(heading)[1]?.split("\n## ")[0] ?? "";
    const named = [...section.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
    // A peer is installed for development too, and explained once.
    const peers = kind === "devDependencies" ? Object.keys(manifest.peerDependencies) : [];
    const declared = Object.keys(manifest[kind]).filter((name) => !peers.includes(name));
    expect(named.sort()).toEqual(declared.sort());
  },
);

test("package-lock.json names no registry", () => {
  expect(read("package-lock.json")).not.toContain('"resolved"');
});
