// A server for what only shows on a line: writes to standard output that are not its own, and the way it ends.

import { createServer, type Server } from "beckon";

export function createLineServer(): Server {
  const server = createServer({
    name: "line",
    version: "1.0.0",
    disconnect: ({ transport }) => process.stderr.write(`disconnect ${transport}\n`),
    terminate: ({ reason }) => void process.stderr.write(`terminate ${reason}\n`),
  });
  server.tool("noise", { description: "Writes where it must not" }, () => {
    console.log("noise from console.log");
    process.stdout.write("noise from process.stdout\n");
    return "Made noise.";
  });
  server.tool("slow", { description: "Answers after the line has ended" }, async () => {
    await new Promise((resolve) => process.stdin.once("end", () => setImmediate(resolve)));
    return "Slow.";
  });
  server.tool("gate", { description: "Waits for open_gate" }, () => gate.promise);
  server.tool("open_gate", { description: "Lets gate go on" }, () => {
    gate.open("Through the gate.");
    return "Opened.";
  });
  server.tool("crash", { description: "Throws" }, () => {
    throw new Error("password=hunter2");
  });
  const gate = createGate();
  return server;
}

function createGate(): { readonly promise: Promise<string>; readonly open: (text: string) => void } {
  let open: (text: string) => void = () => {};
  const promise = new Promise<string>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
