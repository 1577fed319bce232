/** Connections for the time of one job: the first that fails fails the job, and all are closed after it. */
import { Connection } from "./connection.mjs";

/**
 * @template Result
 * @param {number} port
 * @param {(open: () => Promise<Connection>, fail: (error: Error) => void) => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export async function withConnections(port, run) {
  /** @type {Connection[]} */
  const connections = [];
  try {
    return await new Promise((resolve, reject) => {
      const open = async () => {
        const connection = await openConnection(port, reject);
        connections.push(connection);
        return connection;
      };
      run(open, reject).then(resolve, reject);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** @returns {Promise<Connection>} */
export function openConnection(port, onError) {
  return new Promise((resolve) => {
    const connection = new Connection(port, { onOpen: () => resolve(connection), onError });
  });
}
