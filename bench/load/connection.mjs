/**
 * One keep-alive HTTP/1.1 connection on a raw socket: one request at a time, answers with a
 * content-length or in chunks. It does as little as it can, so that the load is not what is measured.
 */
import { connect } from "node:net";

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} head  Status line and headers as they came.
 * @property {string} body  One character per byte (the bench's texts are ASCII). Empty where the text was streamed.
 *
 * @typedef {object} Stream  Takes an answer in chunks while it comes.
 * @property {(head: string) => void} [onHead]
 * @property {(text: string) => void} onText
 */

// Read callbacks run one at a time and copy what they need, so all sockets share one buffer.
const readBuffer = Buffer.allocUnsafe(256 * 1024);

export class Connection {
  #socket;
  #pending = "";
  #head = "";
  #length = 0;
  #chunked = false;
  #cursor = 0;
  #body = "";
  /** @type {((answer: Answer) => void) | undefined} */
  #onAnswer;
  /** @type {Stream | undefined} */
  #stream;
  /** @type {(error: Error) => void} */
  #onError;

  /**
   * @param {number} port
   * @param {{ onOpen: () => void, onError: (error: Error) => void }} events
   */
  constructor(port, { onOpen, onError }) {
    this.#onError = onError;
    this.#socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: { buffer: readBuffer, callback: (size, buffer) => this.#read(buffer.latin1Slice(0, size)) },
    });
    this.#socket.once("connect", onOpen);
    this.#socket.on("error", onError);
    this.#socket.on("close", () => {
      if (this.#onAnswer !== undefined)
        onError(new Error("The server closed a connection before its answer was complete."));
    });
  }

  /**
   * @param {string} request  The whole request, head and body.
   * @param {(answer: Answer) => void} onAnswer
   * @param {Stream} [stream]
   */
  send(request, onAnswer, stream) {
    this.#onAnswer = onAnswer;
    this.#stream = stream;
    this.#socket.write(request, "latin1");
  }

  close() {
    this.#onAnswer = undefined;
    this.#socket.destroy();
  }

  #read(text) {
    this.#pending = this.#pending === "" ? text : this.#pending + text;
    if (this.#head === "" && !this.#readHead()) return true;
    if (this.#chunked ? this.#readChunks() : this.#readLength()) this.#complete();
    return true;
  }

  #readHead() {
    const end = this.#pending.indexOf("\r\n\r\n");
    if (end === -1) return false;
    this.#head = this.#pending.slice(0, end + 2);
    this.#cursor = end + 4;
    const names = this.#head.toLowerCase();
    this.#chunked = names.includes("\r\ntransfer-encoding: chunked\r\n");
    this.#length = Number(valueAt(this.#head, names, "content-length") ?? 0);
    this.#stream?.onHead?.(this.#head);
    return true;
  }

  #readLength() {
    const end = this.#cursor + this.#length;
    if (this.#pending.length < end) return false;
    this.#body = this.#pending.slice(this.#cursor, end);
    this.#cursor = end;
    return true;
  }

  #readChunks() {
    for (;;) {
      const lineEnd = this.#pending.indexOf("\r\n", this.#cursor);
      if (lineEnd === -1) break;
      const size = Number.parseInt(this.#pending.slice(this.#cursor, lineEnd), 16);
      const next = lineEnd + 2 + size + 2;
      if (this.#pending.length < next) break;
      this.#cursor = next;
      if (size === 0) return true;
      const text = this.#pending.slice(lineEnd + 2, next - 2);
      if (this.#stream === undefined) this.#body += text;
      else this.#stream.onText(text);
    }
    // A stream may stay open for long, so what is read of it is not kept.
    this.#pending = this.#pending.slice(this.#cursor);
    this.#cursor = 0;
    return false;
  }

  #complete() {
    const answer = { status: Number(this.#head.slice(9, 12)), head: this.#head, body: this.#body };
    const onAnswer = this.#onAnswer;
    if (onAnswer === undefined || this.#cursor !== this.#pending.length) {
      this.#onError(new Error("The server sent more than one answer to one request."));
      return;
    }
    this.#pending = this.#head = this.#body = "";
    this.#onAnswer = this.#stream = undefined;
    onAnswer(answer);
  }
}

/**
 * @param {string} head  Each line ended by CRLF.
 * @param {string} name  In lower case.
 */
export function headerOf(head, name) {
  return valueAt(head, head.toLowerCase(), name);
}

/** @param {string} head */
export function isEventStream(head) {
  return headerOf(head, "content-type")?.startsWith("text/event-stream") ?? false;
}

function valueAt(head, names, name) {
  const at = names.indexOf(`\r\n${name}: `);
  if (at === -1) return undefined;
  const start = at + name.length + 4;
  return head.slice(start, head.indexOf("\r\n", start));
}
