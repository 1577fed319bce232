// Files that people upload on hosted pages.

import { describe, expect, it } from "vitest";
import { defineResponder, field, form, type ServerOptions, url } from "../../../src/index.js";
import { createTestPages, type TestPages } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { ABLE, ask, makeServer, type Round, settle, YES } from "./talk.js";

const report = form("Upload the report.", {
  report: field.file({ title: "Report", accept: [".csv", "text/*"], maxBytes: 20 }),
  more: field.file({ several: true, optional: true }),
});
const CONSENT = { action: "accept" };
const hrefOf = ({ questions, key }: Round): string => String(questions[key]?.params.url);
const come = (round: Round): object => ({ state: round.state, answers: { [round.key]: CONSENT } });

describe("a field for files", () => {
  it("says what may be uploaded", () => {
    expect(report.schema.properties).toEqual({
      report: { type: "file", title: "Report", accept: [".csv", "text/*"], maxBytes: 20, maxFiles: 1 },
      more: { type: "file", maxBytes: 10 * 1024 * 1024, maxFiles: 20 },
    });
    expect(report.schema.required).toEqual(["report"]);
  });

  it.each([
    [{ accept: [] }, "has accept [], which is not a list of endings"],
    [{ accept: ["pdf"] }, 'has accept ["pdf"], which is not a list of endings'],
    [{ maxBytes: 0 }, "has maxBytes 0, which is not a whole number from 1 on"],
    [{ several: 3 }, "has an option several that is neither true nor false"],
    [{ default: [] }, "has the option default, which field.file does not know"],
  ])("refuses %j", (options, problem) => {
    expect(() => form("Upload.", { file: field.file(options as never) })).toThrow(problem);
  });

  it("is nothing that a page of the application's gives back", () => {
    expect(() => url("Go.", "https://example.com/", { content: { file: field.file() } })).toThrow(
      "A page of your own gives no uploaded files back.",
    );
  });

  it.each([
    [{}, "is required"],
    [{ report: [] }, "is required"],
    [{ report: "a.csv" }, "must be a list of uploaded files"],
    [{ report: [{ id: "1", name: "a", type: "t", bytes: 21 }] }, "must have at most 20 bytes in each file"],
    [{ report: Array(2).fill({ id: "1", name: "a", type: "t", bytes: 1 }) }, "must have at most 1 file"],
  ])("does not take %j", async (content, message) => {
    const checked = await report.check(content);
    expect(checked.problems).toEqual([{ path: "report", message }]);
  });
});

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  function make(options: Partial<ServerOptions> = {}, pages: TestPages = createTestPages()) {
    const server = makeServer({ engine: createEngine(), pages, ...options });
    const seen: string[] = [];
    server.tool("load", {}, async (_input, ctx) => {
      const answer = await ctx.elicit(report);
      if (answer.action !== "accept") return answer.action;
      const { report: first, more = [] } = answer.content;
      seen.push(await first.text());
      await ctx.confirm("Load it?", { key: "sure" });
      const read = await first.text();
      return JSON.stringify({ first, read, more: await Promise.all(more.map((file) => file.text())) });
    });
    return { server, pages, seen };
  }

  it("a form for files is a page, also for a client that can show forms", async () => {
    const { server, pages } = make();
    const first = await ask(server, "load", { capabilities: ABLE });
    expect(first.questions[first.key]?.params).toMatchObject({ mode: "url", url: hrefOf(first) });
    expect(pages.open).toHaveLength(1);
  });

  it("without pages a responder that leaves files out is asked where none must be given", async () => {
    const responder = Object.assign(
      defineResponder(["form"], async () => ({ action: "accept", content: { note: "as before" } })),
      { leavesOut: ["file"] as const },
    );
    const server = makeServer({ engine: createEngine(), responder });
    const asked = form("What is new?", { note: field.string(), report: field.file({ optional: true }) });
    server.tool("tell", {}, async (_input, ctx) => JSON.stringify(await ctx.elicit(asked)));
    server.tool("load", {}, async (_input, ctx) => (await ctx.elicit(report)).action);

    expect((await ask(server, "tell", { capabilities: {} })).text).toContain("as before");
    expect((await ask(server, "load", { capabilities: {} })).text).toBe("unavailable");
  });

  it("without pages nobody can be asked for files, whatever the responder says", async () => {
    const server = makeServer({
      engine: createEngine(),
      responder: defineResponder(["form"], async () => ({ action: "decline" }), ["file"]),
    });
    server.tool("load", {}, async (_input, ctx) => (await ctx.elicit(report)).action);
    expect((await ask(server, "load")).text).toBe("unavailable");
  });

  it("a handler reads the files in every replay", async () => {
    const { server, pages, seen } = make();
    const first = await ask(server, "load");
    pages.accept(hrefOf(first), {
      report: [pages.file("a.csv", "text/csv", "1,2")],
      more: [pages.file("b.csv", "text/csv", "3"), pages.file("c.csv", "text/csv", "4")],
    });
    await settle();
    const second = await ask(server, "load", come(first));
    const done = await ask(server, "load", { state: second.state, answers: { sure: YES } });
    expect(seen).toEqual(["1,2", "1,2"]);
    expect(JSON.parse(done.text)).toEqual({
      first: { name: "a.csv", type: "text/csv", size: 3 },
      read: "1,2",
      more: ["3", "4"],
    });
  });

  it("a file that is gone is an error that says so", async () => {
    const pages = createTestPages();
    const { server } = make({}, { ...pages, openFile: async () => undefined });
    server.tool("read", {}, async (_input, ctx) => {
      const answer = await ctx.elicit(report);
      if (answer.action !== "accept") return answer.action;
      return answer.content.report.text().catch((error: Error) => error.message);
    });
    const first = await ask(server, "read");
    pages.accept(hrefOf(first), { report: [pages.file("a.csv", "text/csv", "1,2")] });
    await settle();
    expect((await ask(server, "read", come(first))).text).toBe(
      "The file “a.csv” is gone: it was deleted with the question it was uploaded for.",
    );
  });
});
