// A file that a person uploaded, as a handler gets it.

import { BeckonError } from "../errors.js";
import { quote } from "../quote.js";
import type { FileReference } from "./answer.js";

/** A file that a person uploaded. What is in it stays where it was put until it is read. */
export interface UploadedFile {
  /** What the person's file is called, without folders. Their words: no path to write to. */
  readonly name: string;
  /** The media type that the browser gave; nobody has looked whether it is true. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** What is in it, piece by piece. Rejects with `unreachable` when the file is gone. */
  stream(): Promise<ReadableStream<Uint8Array>>;
  /** All that is in it. */
  bytes(): Promise<Uint8Array>;
  /** All that is in it, as UTF-8. */
  text(): Promise<string>;
}

/** Finds what is in a file; `undefined` when it is gone. */
export type OpenFile = (file: FileReference) => Promise<ReadableStream<Uint8Array> | undefined>;

/** The file behind a reference. */
export const toUploadedFile = (reference: FileReference, open: OpenFile): UploadedFile =>
  new ReferencedFile(reference, open);

// A class, so that JSON and logs show its name and size, and nothing of how it is opened.
class ReferencedFile implements UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly #reference: FileReference;
  readonly #open: OpenFile;

  constructor(reference: FileReference, open: OpenFile) {
    this.name = reference.name;
    this.type = reference.type;
    this.size = reference.bytes;
    this.#reference = reference;
    this.#open = open;
  }

  async stream(): Promise<ReadableStream<Uint8Array>> {
    const found = await this.#open(this.#reference);
    if (found !== undefined) return found;
    throw new BeckonError(
      "unreachable",
      `The file ${quote(this.name)} is gone: it was deleted with the question it was uploaded for.`,
    );
  }

  async bytes(): Promise<Uint8Array> {
    const whole = new Uint8Array(this.size);
    let offset = 0;
    for await (const chunk of await this.stream()) {
      if (offset + chunk.byteLength > whole.byteLength) throw broken(this.name);
      whole.set(chunk, offset);
      offset += chunk.byteLength;
    }
    if (offset < whole.byteLength) throw broken(this.name);
    return whole;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }
}

const broken = (name: string): BeckonError =>
  new BeckonError("unreachable", `The file ${quote(name)} did not come as it was uploaded.`);
