/** Prints how many modules importing a file loads: `node run/count-modules.mjs file`. */
import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";

const hooks = `
  let port;
  export function initialize(data) { port = data.port; }
  export function load(url, context, nextLoad) {
    if (url.startsWith("file:")) port.postMessage(url);
    return nextLoad(url, context);
  }`;

const { port1, port2 } = new MessageChannel();
const urls = new Set();
port1.on("message", (url) => urls.add(url));
port1.unref();
register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
  data: { port: port2 },
  transferList: [port2],
});

await import(pathToFileURL(process.argv[2]).href);
// The urls arrive on a port of another thread; a short while lets the last of them in.
await new Promise((resolve) => setTimeout(resolve, 200));
console.log(JSON.stringify({ modules: urls.size }));
