// Pages for tests: nobody looks at them, and the test says what the person does there.

import type { Answer, FileReference, FormContent } from "../../core/elicitation/answer.js";
import { checkContent } from "../../core/elicitation/check-content.js";
import type { FormElicitation } from "../../core/elicitation/elicitation.js";
import { fieldsOfKind } from "../../core/elicitation/own-fields.js";
import type { Pages } from "../../core/elicitation/pages.js";
import { problemLine } from "../../core/problem.js";
import { failure } from "../client/failure.js";

/** Pages of a test, to pass as `pages` to the servers under test. */
export interface TestPages extends Pages {
  /** The elicitations whose pages are up, in the order in which they were put up. */
  readonly open: readonly FormElicitation[];
  /** Fills in the page at a url: `{ secret: "..." }` for `ctx.secret`, the fields by name for a form. Throws what does not fit. */
  accept(url: string, content: FormContent, by?: string): void;
  /** Says no on the page at a url. */
  decline(url: string, reason?: string): void;
  /** Uploads a file, for the content of a form: `{ report: [pages.file("a.csv", "text/csv", "1,2")] }`. */
  file(name: string, type: string, content: string | Uint8Array): FileReference;
}

/** What becomes of one page. */
interface Page {
  readonly elicitation: FormElicitation;
  answer?: Answer;
  readonly hearers: Set<(answer: Answer) => void>;
}

const WITHDRAWN: Answer = { action: "cancel", reason: "withdrawn" };
const BASE = "http://127.0.0.1:8080/pages/";

/**
 * Makes pages for tests. Give the same ones to every server of a test: they are where all nodes look.
 *
 * @example
 * import { createServer } from "beckon";
 * import { createTestPages, testClient, visit } from "beckon/testing";
 *
 * const pages = createTestPages();
 * const server = createServer({ name: "mail", version: "1.0.0", pages });
 * const enter = visit((url) => pages.accept(url, { secret: "hunter2" }));
 * const client = await testClient(server, { answers: [enter] });
 */
export function createTestPages(): TestPages {
  const pages = new Map<string, Page>();
  const files = new Map<string, Uint8Array>();

  function settle(page: Page, answer: Answer): void {
    page.answer ??= answer;
    const hearers = [...page.hearers];
    page.hearers.clear();
    for (const hear of hearers) hear(page.answer);
  }

  function find(url: string): Page {
    const page = pages.get(url.slice(BASE.length));
    if (page === undefined || page.answer !== undefined)
      throw failure(`No page is up at ${url}. Give the url that the client was asked to open.`);
    return page;
  }

  function release(id: string): void {
    const page = pages.get(id);
    if (page?.answer?.action !== "accept") return;
    const secret = new Set(fieldsOfKind(page.elicitation.schema, "secret"));
    const left = Object.entries(page.answer.content).filter(([name]) => !secret.has(name));
    page.answer = { ...page.answer, content: Object.fromEntries(left) };
  }

  return {
    get open() {
      const up = [...pages.values()].filter(({ answer }) => answer === undefined);
      return up.map(({ elicitation }) => elicitation);
    },
    accept(url, content, by) {
      const page = find(url);
      const { problems } = checkContent(page.elicitation.schema, content);
      if (problems) throw failure(`The page does not take that: ${problems.map(problemLine).join("; ")}.`);
      settle(page, { action: "accept", content, ...(by !== undefined && { by }) });
    },
    decline(url, reason) {
      settle(find(url), { action: "decline", ...(reason !== undefined && { reason }) });
    },
    file(name, type, content) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const id = `file-${files.size + 1}`;
      files.set(id, bytes);
      return { id, name, type, bytes: bytes.byteLength };
    },
    href: (id) => BASE + id,
    respond(elicitation, { signal }) {
      const { id } = elicitation;
      const page: Page = pages.get(id) ?? { elicitation, hearers: new Set() };
      pages.set(id, page);
      if (page.answer !== undefined) return Promise.resolve(page.answer);
      return new Promise((resolve) => {
        page.hearers.add(resolve);
        const takeDown = (): void => settle(page, WITHDRAWN);
        if (signal.aborted) takeDown();
        else signal.addEventListener("abort", takeDown, { once: true });
      });
    },
    async withdraw(id) {
      const page = pages.get(id);
      if (page !== undefined) settle(page, WITHDRAWN);
      release(id);
    },
    async release(id) {
      release(id);
    },
    async openFile({ id }) {
      const bytes = files.get(id);
      return bytes && new Blob([new Uint8Array(bytes)]).stream();
    },
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const page = pages.get(pathname.slice(new URL(BASE).pathname.length));
      if (!pathname.startsWith(new URL(BASE).pathname)) return undefined;
      if (page === undefined) return new Response("No such page.\n", { status: 404 });
      return new Response(`${page.elicitation.message}\n`, { headers: { "content-type": "text/plain" } });
    },
  };
}
