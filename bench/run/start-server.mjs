/** Starts a measured server in its own process and waits for the line that tells its port. */
import { fork, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stop, track } from "./children.mjs";
import { nextMessage, within } from "./within.mjs";

/**
 * @typedef {object} ServerOptions
 * @property {number} [tools]  @default 1
 * @property {boolean} [progress]  Define `count`. @default false
 * @property {boolean} [ask]  Define `ask`. @default false
 * @property {boolean} [shim]  Let SDK v2 ask in the legacy era with the handler of the modern era. @default false
 * @property {boolean} [schema]  Give `add` an input schema. @default true
 * @property {string} [dist]  Another build of Beckon than the repository's.
 * @property {string} [profileDirectory]  Write a processor profile there when the server ends.
 */

/**
 * @param {string} name
 * @param {ServerOptions} [options]
 */
export async function startServer(name, options = {}) {
  const execArgv = ["--expose-gc", "--max-old-space-size=6144", ...profileFlags(name, options)];
  const child = track(
    fork(fileOf(name), argumentsOf(options), { execArgv, stdio: ["ignore", "pipe", "inherit", "ipc"] }),
  );
  const { port, path } = await portOf(name, child);
  return {
    name,
    port,
    path,
    /** @returns {Promise<{ heapUsed: number, external: number, rss: number }>} After two collections, in bytes. */
    async memory() {
      child.send("memory");
      return (await nextMessage(child, 60_000, `the memory of ${name}`)).memory;
    },
    /** @returns {Promise<NodeJS.CpuUsage>} */
    async cpu() {
      child.send("cpu");
      return (await nextMessage(child, 10_000, `the processor time of ${name}`)).cpu;
    },
    stop: () => stop(child),
  };
}

/**
 * As a user would start it: no control channel, no flags. For measuring the start itself.
 * @param {string} name
 * @param {ServerOptions} [options]
 */
export async function startBareServer(name, options = {}) {
  const child = track(
    spawn(process.execPath, [fileOf(name), ...argumentsOf(options)], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const { port, path } = await portOf(name, child);
  return { name, port, path, stop: () => stop(child) };
}

function fileOf(name) {
  return fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));
}

function argumentsOf({ tools = 1, progress = false, ask = false, shim = false, schema = true, dist }) {
  return [
    ...["--port", "0", "--tools", String(tools)],
    ...(progress ? ["--progress"] : []),
    ...(ask ? ["--ask"] : []),
    ...(shim ? ["--shim"] : []),
    ...(schema ? [] : ["--no-schema"]),
    ...(dist === undefined ? [] : ["--dist", dist]),
  ];
}

function profileFlags(name, { profileDirectory }) {
  if (profileDirectory === undefined) return [];
  return [
    "--cpu-prof",
    `--cpu-prof-dir=${profileDirectory}`,
    `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`,
  ];
}

/** @returns {Promise<{ port: number, path: string }>} */
function portOf(name, child) {
  const told = new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      // Servers may print other lines first.
      const line = /^\{"port":.*\}$/m.exec(text);
      if (line !== null) resolve(JSON.parse(line[0]));
    });
    child.once("exit", (code) =>
      reject(new Error(`The server ${name} ended with code ${code} before it listened.`)),
    );
  });
  return within(told, 20_000, `the port of ${name}`);
}
