// beckon init: a new server project that runs.

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { findPackage } from "../../app/find-package.js";
import { shellQuoted } from "../../app/shell-quoted.js";
import { CliError } from "../frame/cli-error.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { projectFiles } from "../init/project-files.js";

export const initCommand: Command = defineCommand({
  name: "init",
  summary: "begin a new MCP server project that runs",
  description:
    "Writes a server with a tool that asks, its test with beckon/testing, a package.json and a README. The folder must be empty, or not be there yet; nothing is installed.",
  arguments: [{ name: "FOLDER", summary: "where to; the current folder without it", optional: true }],
  options: {
    name: {
      type: "text",
      value: "NAME",
      summary: "what the package and the server are called; else as the folder",
    },
  },
  examples: [
    { line: "beckon init tables && cd tables && npm install && npm test", does: "a project in a new folder" },
  ],
  async run({ options, args: [folder = "."], surroundings }) {
    const { cwd } = surroundings;
    const path = resolve(cwd, folder);
    const name = packageName(options.name ?? basename(path));
    await requireEmpty(path);
    await mkdir(path, { recursive: true });
    const files = projectFiles({ name, beckon: await beckonFor(path) });
    // Never over a file that appeared meanwhile.
    for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text, { flag: "wx" });
    const go = relative(cwd, path);
    say(
      surroundings,
      [
        `Made ${name}: ${Object.keys(files).join(", ")}`,
        "",
        "Next:",
        ...(go === "" ? [] : [`  cd ${shellQuoted(go)}`]),
        "  npm install",
        "  npm test",
        "  npm start",
      ].join("\n"),
    );
  },
});

/** Where the project gets Beckon from: the registry, as an installed one came from there, or the clone that this is run in. */
async function beckonFor(path: string): Promise<string> {
  const { folder, version } = await findPackage();
  const root = fileURLToPath(folder);
  if (root.split(sep).includes("node_modules")) return `^${version}`;
  return `file:${relative(path, root).replaceAll(sep, "/")}`;
}

/** A name that npm takes, made of the one given. */
function packageName(given: string): string {
  const name = given
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[-._]+|[-._]+$/g, "");
  if (name === "")
    throw new CliError("usage", `No package can be called ${JSON.stringify(given)}. Give --name.`);
  return name.slice(0, 200);
}

async function requireEmpty(path: string): Promise<void> {
  let entries: readonly string[];
  try {
    entries = await readdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return;
    if (code === "ENOTDIR") throw new CliError("usage", `${path} is a file. Name another folder.`);
    throw error;
  }
  if (entries.length > 0)
    throw new CliError(
      "usage",
      `${path} is not empty: it has ${entries.slice(0, 3).join(", ")}${entries.length > 3 ? " and more" : ""}. Name another folder; nothing was written.`,
    );
}
