// What is in the package, as npm would pack it.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { linksIn } from "../docs/page-links.js";

const root = resolve(import.meta.dirname, "../..");

test("every link of a page in the package leads to something in the package", async () => {
  const packing = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", packing, { cwd: root, maxBuffer: 2 ** 26 });
  const [packed] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[];
  const paths = (packed?.files ?? []).map(({ path }) => path);
  const pages = paths.filter((path) => path.endsWith(".md"));
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/start.md", "docs/reference/cli.md"]));
  const leadsToOne = (page: string, link: string): boolean => {
    const [to = ""] = link.split("#");
    const target = relative(root, resolve(root, dirname(page), to));
    return to === "" || paths.some((path) => path === target || path.startsWith(`${target}/`));
  };

  const broken: string[] = [];
  for (const page of pages)
    for (const link of linksIn(await readFile(join(root, page), "utf8")))
      if (!leadsToOne(page, link)) broken.push(`${page}: ${link}`);
  expect(broken).toEqual([]);
}, 120_000);
