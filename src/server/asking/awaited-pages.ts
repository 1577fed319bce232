// The pages that calls of this process wait for: what they are given back can be checked in full, before it is taken.

import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Problem } from "../../core/problem.js";

/** Whoever asked, as far as content is checked. */
export interface PageReader {
  read(answer: unknown): MaybePromise<object | { readonly problems: readonly Problem[] }>;
}

export interface AwaitedPages {
  /** Makes a page known, until the function is called. */
  add(id: string, reader: PageReader): () => void;
  /** What is wrong with content, as far as that can be told here. */
  problemsOf(id: string, content: unknown): Promise<readonly Problem[]>;
}

export function createAwaitedPages(): AwaitedPages {
  const readers = new Map<string, PageReader>();
  return {
    add(id, reader) {
      readers.set(id, reader);
      return () => {
        // The same page may be waited for anew by then.
        if (readers.get(id) === reader) readers.delete(id);
      };
    },
    async problemsOf(id, content) {
      // A copy of its own: a schema may change what it is given.
      const read = await readers.get(id)?.read({ action: "accept", content: structuredClone(content) });
      return read !== undefined && "problems" in read ? read.problems : [];
    },
  };
}
