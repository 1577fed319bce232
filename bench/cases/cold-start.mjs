/** From starting the process to the first answer of a modern `tools/call`; and how many modules that loads. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { answerCheck } from "../load/check-answer.mjs";
import { callRequest, firstId } from "../load/requests.mjs";
import { openConnection } from "../load/with-connections.mjs";
import { startBareServer } from "../run/start-server.mjs";
import { within } from "../run/within.mjs";

const run = promisify(execFile);

/** @type {import("../run/context.mjs").Case} */
export const coldStartCase = {
  name: "cold-start",
  title: "Cold start: from starting the process to the first answer of a modern `tools/call`",
  async run(context) {
    // Sharing schemas between requests changes nothing before the second request.
    const modern = context.servers.filter(
      ({ name, eras }) => eras.includes("modern") && name !== "sdk-v2-shared",
    );
    const entries = modern.flatMap(({ name }) => [
      { label: name, name, options: context.serverOptions(name, {}) },
      ...(name === "beckon"
        ? [
            {
              label: "beckon, no input schema",
              name,
              options: context.serverOptions(name, { schema: false }),
            },
          ]
        : []),
    ]);
    const values = new Map(entries.map(({ label }) => [label, []]));
    // Round 0 fills the file cache.
    for (let round = 0; round <= context.effort.starts; round++) {
      for (const { label, name, options } of entries) {
        const ms = await firstAnswerMs(name, options);
        if (round > 0) values.get(label).push(ms);
      }
    }
    const start = { id: "cold-start/time", title: "time", unit: "ms", better: "lower", values };
    return modern.some(({ name }) => name === "beckon") ? [start, await modulesLoaded(context)] : [start];
  },
};

async function firstAnswerMs(name, options) {
  const call = options.schema === false ? "bare" : "add";
  const startedAt = performance.now();
  const server = await startBareServer(name, options);
  try {
    const answered = new Promise((resolve, reject) => {
      openConnection(server.port, reject).then((connection) => {
        const request = callRequest(server, { era: "modern", call });
        connection.send(request(firstId), (answer) => {
          const ms = performance.now() - startedAt;
          connection.close();
          try {
            answerCheck({ call, tools: 1 })(answer, firstId);
            resolve(ms);
          } catch (error) {
            reject(error);
          }
        });
      }, reject);
    });
    return await within(answered, 10_000, `the first answer of ${name}`);
  } finally {
    await server.stop();
  }
}

/** Modules behind the main door of Beckon, Node's own not counted. */
async function modulesLoaded(context) {
  const { dist } = context.serverOptions("beckon", {});
  const script = fileURLToPath(new URL("../run/count-modules.mjs", import.meta.url));
  const door =
    dist === undefined ? new URL("../../dist/index.js", import.meta.url).pathname : `${dist}/index.js`;
  const { stdout } = await run(process.execPath, [script, door], { timeout: 20_000 });
  const values = new Map([["beckon", [JSON.parse(stdout).modules]]]);
  return {
    id: "cold-start/modules",
    title: "modules behind the main door",
    unit: "modules",
    better: "lower",
    values,
  };
}
