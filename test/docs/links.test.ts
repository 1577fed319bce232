// Links between pages lead somewhere.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { linksIn, withoutCode } from "./page-links.js";

const root = resolve(import.meta.dirname, "../..");
const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) =>
  join("docs", name),
);
const pages = ["README.md", "CONTRIBUTING.md", ...docs].filter((name) => name.endsWith(".md"));

describe.each(pages)("%s", (page) => {
  const links = linksIn(readFileSync(join(root, page), "utf8"));

  it("links to files that exist, and to headings they have", () => {
    const broken = links.filter((link) => !leadsSomewhere(page, link));
    expect(broken).toEqual([]);
  });
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(root, page) : resolve(root, dirname(page), path);
  if (!existsSync(target) || relative(root, target).startsWith("..")) return false;
  if (anchor === undefined) return true;
  return headingsOf(target).includes(anchor);
}

/** The anchors of a page's headings, as GitHub makes them. */
function headingsOf(path: string): readonly string[] {
  return withoutCode(readFileSync(path, "utf8"))
    .split("\n")
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, "")
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    );
}
