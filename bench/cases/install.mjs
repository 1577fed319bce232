/** What `npm install` brings for each: packages and megabytes, in an empty project. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const benchPackage = new URL("../package.json", import.meta.url);

const peers = {
  "sdk-v2": ["@modelcontextprotocol/server", "@modelcontextprotocol/node"],
  "sdk-v1": ["@modelcontextprotocol/sdk"],
  fastmcp: ["fastmcp"],
};

/** @type {import("../run/context.mjs").Case} */
export const installCase = {
  name: "install",
  title: "What `npm install` brings into an empty project",
  async run(context) {
    const packages = {
      id: "install/packages",
      title: "packages",
      unit: "packages",
      better: "lower",
      values: new Map(),
    };
    const size = { id: "install/size", title: "megabytes", unit: "MB", better: "lower", values: new Map() };
    const directory = await mkdtemp(join(tmpdir(), "beckon-bench-"));
    try {
      for (const { name } of context.servers) {
        const wanted = name === "beckon" ? [await pack(directory)] : await versionsOf(peers[name]);
        if (wanted === undefined) continue;
        context.progress(`install ${name}`);
        const project = join(directory, name);
        await mkdir(project);
        const installed = await install(project, wanted);
        packages.values.set(name, [installed.packages]);
        size.values.set(name, [installed.bytes / 1e6]);
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
    return [packages, size];
  },
};

async function pack(directory) {
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", directory],
    {
      cwd: root,
      timeout: 60_000,
    },
  );
  const packed = JSON.parse(stdout);
  // npm 11 lists the packed packages, later versions name them.
  return join(directory, (Array.isArray(packed) ? packed[0] : Object.values(packed)[0]).filename);
}

async function versionsOf(names) {
  if (names === undefined) return undefined;
  const { dependencies } = JSON.parse(await readFile(benchPackage, "utf8"));
  return names.map((name) => `${name}@${dependencies[name]}`);
}

async function install(project, wanted) {
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true }));
  await run(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", ...wanted],
    {
      cwd: project,
      timeout: 180_000,
    },
  );
  const modules = join(project, "node_modules");
  const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"));
  return { packages: Object.keys(lock.packages).length, bytes: await bytesIn(modules) };
}

async function bytesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
