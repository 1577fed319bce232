/** Every process the bench starts is listed here and ended by its id, whatever happens to the bench. */

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();

/**
 * @template {import("node:child_process").ChildProcess} Child
 * @param {Child} child
 * @returns {Child}
 */
export function track(child) {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/**
 * Asks the process to end and waits for it; after three seconds it is killed.
 * @param {import("node:child_process").ChildProcess} child
 */
export function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const impatience = setTimeout(() => child.kill("SIGKILL"), 3000);
    child.once("exit", () => {
      clearTimeout(impatience);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

export function stopAllOnExit() {
  process.on("exit", () => {
    for (const child of children) child.kill("SIGKILL");
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
}
