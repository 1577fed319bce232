/**
 * Not an HTTP server: answers every segment that arrives with fixed bytes, parsing nothing. Drives the
 * load generator to its own limit, which has to lie well above the floor.
 */
import { createServer } from "node:net";
import { announce, serverArguments } from "./server-process.mjs";

const idPattern = /"id":(\d+)/;
const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    const id = idPattern.exec(chunk.latin1Slice())?.[1];
    const body = `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","content":[{"type":"text","text":"3"}],"_meta":{}}}`;
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      "latin1",
    );
  });
});

server.listen(serverArguments().port, "127.0.0.1", () => announce({ port: server.address().port }));
