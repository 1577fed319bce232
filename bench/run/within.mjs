/** Bounds in time: nothing the bench waits for may take for ever. */

/**
 * @template Value
 * @param {Promise<Value>} promise
 * @param {number} timeoutMs
 * @param {string} what  Completes the sentence "Waited in vain for …".
 * @returns {Promise<Value>}
 */
export async function within(promise, timeoutMs, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${timeoutMs} ms in vain for ${what}.`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The next IPC message of a child process; rejects when the process ends first.
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} timeoutMs
 * @param {string} what
 * @returns {Promise<any>}
 */
export async function nextMessage(child, timeoutMs, what) {
  let settle;
  const message = new Promise((resolve, reject) => {
    settle = {
      resolve,
      exit: (code) => reject(new Error(`The process ended with code ${code} instead of telling ${what}.`)),
    };
    child.once("message", settle.resolve);
    child.once("exit", settle.exit);
  });
  try {
    return await within(message, timeoutMs, what);
  } finally {
    child.off("message", settle.resolve);
    child.off("exit", settle.exit);
  }
}
