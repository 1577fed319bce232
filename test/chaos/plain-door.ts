// A way to a server over a connection of its own for each request, so that the end of a process is the end of whatever
// was asked of it.

import { request } from "node:http";
import { type Door, MCP_PATH } from "../server/speak.js";

/** Requests fail with a `TypeError`, as those of `fetch` do, when their connection does; so do the bodies of responses. */
export const plainDoor =
  (url: string): Door =>
  (path, init = {}) =>
    new Promise((resolve, reject) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      const { method = "GET", body } = init;
      const sent = request(url.replace(MCP_PATH, path), { method, headers, agent: false }, (received) => {
        let stop = (): void => {};
        const bytes = new ReadableStream<Uint8Array>({
          start(controller) {
            let isOver = false;
            const end = (act: () => void): void => {
              if (!isOver) act();
              isOver = true;
            };
            const fail = (): void => end(() => controller.error(new TypeError("The connection broke.")));
            received.on("data", (chunk: Buffer) => {
              if (!isOver) controller.enqueue(new Uint8Array(chunk));
            });
            received.on("end", () => end(() => controller.close()));
            stop = () => end(() => received.destroy());
            received.on("error", fail);
            received.on("close", fail);
          },
          cancel: () => stop(),
        });
        const status = received.statusCode ?? 0;
        resolve(
          new Response(status === 202 || status === 204 ? null : bytes, {
            status,
            headers: Object.entries(received.headers).map(([name, value]): [string, string] => [
              name,
              String(value),
            ]),
          }),
        );
        if (status === 202 || status === 204) received.resume();
      });
      sent.on("error", (cause) => reject(new TypeError("The connection broke.", { cause })));
      sent.end(body);
    });
