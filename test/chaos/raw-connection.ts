// One TCP connection to an HTTP server, with nothing in between: what is written is what is sent.

import { connect, type Socket } from "node:net";

/** A response as it came. */
export interface RawReply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole, or as much as had come of a stream that was left. */
  readonly body: string;
  /** True when the body came to its proper end. */
  readonly isWhole: boolean;
}

/** When to leave a stream that would stay open: once its head is there, or once it has sent a text. */
export type Leave = "at-head" | { readonly after: string };

interface Waiting {
  readonly leave: Leave | undefined;
  readonly onHead: (() => void) | undefined;
  resolve(reply: RawReply | undefined): void;
}

export class RawConnection {
  readonly socket: Socket;
  #pending: Buffer = Buffer.alloc(0);
  #head: { status: number; headers: Record<string, string> } | undefined;
  #body: Buffer[] = [];
  #waiting: Waiting[] = [];
  #isOver = false;

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (chunk) => {
      this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
      while (this.#readOne());
    });
    // Ends of all kinds lead to "close".
    this.socket.on("error", () => {});
    this.socket.on("close", () => this.#finish());
  }

  get isOver(): boolean {
    return this.#isOver || this.socket.destroyed || !this.socket.writable;
  }

  /** The next response; `undefined` when the connection ends before its head is whole. */
  reply(leave?: Leave): Promise<RawReply | undefined> {
    return new Promise((resolve) => {
      if (this.#isOver) return resolve(undefined);
      this.#waiting.push({ leave, resolve, onHead: undefined });
      while (this.#readOne());
    });
  }

  /** Sends a request and gives its response. */
  exchange(bytes: string | Buffer, leave?: Leave): Promise<RawReply | undefined> {
    this.socket.write(bytes);
    return this.reply(leave);
  }

  /** Sends a request whose response stays open; resolves with the promise of its end once the head is there. */
  stream(bytes: Buffer, leave?: Leave): Promise<{ readonly ended: Promise<RawReply | undefined> }> {
    this.socket.write(bytes);
    return new Promise((opened) => {
      const ended = new Promise<RawReply | undefined>((resolve) => {
        this.#waiting.push({ leave, resolve, onHead: () => opened({ ended }) });
      });
    });
  }

  /** Resolves when more can be written, or nothing ever again. */
  drained(): Promise<void> {
    if (this.isOver || !this.socket.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.socket.off("drain", done).off("close", done);
        resolve();
      };
      this.socket.on("drain", done).on("close", done);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #finish(): void {
    this.#isOver = true;
    if (this.#head !== undefined) this.#hand(false);
    for (const { resolve } of this.#waiting) resolve(undefined);
    this.#waiting = [];
  }

  /** Takes one step: a head, a piece of a body, or the end of one. False when more bytes are needed. */
  #readOne(): boolean {
    if (this.#waiting.length === 0) return false;
    if (this.#head === undefined) return this.#readHead();
    const { status, headers } = this.#head;
    if (status === 204 || status === 304 || status < 200) return this.#hand(true);
    const length = headers["content-length"];
    if (length !== undefined) {
      if (this.#pending.length < Number(length)) return false;
      this.#take(Number(length));
      return this.#hand(true);
    }
    if (headers["transfer-encoding"] !== "chunked") return false;
    return this.#waiting[0]?.leave === "at-head" ? this.#leave() : this.#readChunk();
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const [first = "", ...lines] = this.#pending.subarray(0, end).toString("latin1").split("\r\n");
    this.#pending = this.#pending.subarray(end + 4);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const mark = line.indexOf(":");
      headers[line.slice(0, mark).toLowerCase()] = line.slice(mark + 1).trim();
    }
    this.#head = { status: Number(first.split(" ")[1]), headers };
    this.#waiting[0]?.onHead?.();
    return true;
  }

  #readChunk(): boolean {
    const mark = this.#pending.indexOf("\r\n");
    if (mark < 0) return false;
    const size = Number.parseInt(this.#pending.subarray(0, mark).toString("latin1"), 16);
    if (this.#pending.length < mark + 2 + size + 2) return false;
    this.#pending = this.#pending.subarray(mark + 2);
    this.#take(size);
    this.#pending = this.#pending.subarray(2);
    if (size === 0) return this.#hand(true);
    const leave = this.#waiting[0]?.leave;
    return typeof leave === "object" && this.#body.at(-1)?.includes(leave.after) ? this.#leave() : true;
  }

  #leave(): false {
    this.#hand(false);
    this.close();
    return false;
  }

  #take(size: number): void {
    this.#body.push(this.#pending.subarray(0, size));
    this.#pending = this.#pending.subarray(size);
  }

  #hand(isWhole: boolean): true {
    const { status = 0, headers = {} } = this.#head ?? {};
    const body = Buffer.concat(this.#body).toString();
    this.#head = undefined;
    this.#body = [];
    this.#waiting.shift()?.resolve({ status, headers, body, isWhole });
    return true;
  }
}

/** An HTTP request as bytes. Header values are written as they are, line breaks included. */
export function rawRequest(
  method: string,
  headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
  body?: string | Buffer,
): Buffer {
  const entries = Array.isArray(headers) ? headers : Object.entries(headers);
  const given: readonly (readonly [string, string])[] = entries;
  const lengthLine = body === undefined ? [] : [["content-length", String(Buffer.byteLength(body))] as const];
  const lines = [["host", "127.0.0.1"] as const, ...given, ...lengthLine].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([
    Buffer.from(`${method} /mcp HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"),
    Buffer.from(body ?? ""),
  ]);
}
