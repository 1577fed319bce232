/**
 * What every server process shares: its arguments, the line that tells its port, and the control
 * channel (IPC) on which the bench asks for memory and processor time.
 */

/**
 * @typedef {object} ServerArguments
 * @property {number} port     0 lets the system choose.
 * @property {number} tools    How many tools to define, `add` included.
 * @property {boolean} progress  Define `count` as well.
 * @property {boolean} ask     Define `ask` as well.
 * @property {boolean} shim    Ask with the handler of the modern era in the legacy era too (only read by SDK v2).
 * @property {boolean} schema  Give `add` its input schema.
 * @property {string} dist     The build of Beckon to measure (only read by that server).
 */

/** @returns {ServerArguments} */
export function serverArguments() {
  const given = process.argv.slice(2);
  const valueAfter = (flag, otherwise) => {
    const at = given.indexOf(flag);
    return at === -1 ? otherwise : given[at + 1];
  };
  return {
    port: Number(valueAfter("--port", "0")),
    tools: Number(valueAfter("--tools", "1")),
    progress: given.includes("--progress"),
    ask: given.includes("--ask"),
    shim: given.includes("--shim"),
    schema: !given.includes("--no-schema"),
    dist: valueAfter("--dist", ""),
  };
}

/** Tells the parent where this server listens, and stays at its disposal until it goes away. */
export function announce({ port, path = "/mcp" }) {
  process.stdout.write(`${JSON.stringify({ port, path })}\n`);
  process.once("SIGTERM", () => process.exit(0));
  if (process.send === undefined) return;
  process.once("disconnect", () => process.exit(0));
  process.on("message", (question) => {
    if (question === "memory") void answerMemory();
    if (question === "cpu") process.send({ cpu: process.cpuUsage() });
  });
}

async function answerMemory() {
  // Two collections with a turn of the loop between them: the first one's finalizers free more.
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ memory: { heapUsed, external, rss } });
}
