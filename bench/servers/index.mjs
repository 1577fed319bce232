/** The servers that are measured, in the order of the tables. */

/**
 * @typedef {object} ServerUnderTest
 * @property {string} name
 * @property {string} title  For the legend of the results.
 * @property {readonly ("modern" | "legacy")[]} eras
 * @property {boolean} sessions  Whether it keeps legacy sessions.
 */

/** @type {readonly ServerUnderTest[]} */
export const servers = [
  {
    name: "floor",
    title: "bare `node:http` that parses the request and stringifies the same answer, without any check",
    eras: ["modern", "legacy"],
    sessions: true,
  },
  {
    name: "beckon",
    title: "this package, plain JSON Schema, `listen()` with its defaults",
    eras: ["modern", "legacy"],
    sessions: true,
  },
  {
    name: "sdk-v2",
    title:
      "`@modelcontextprotocol/server`, `createMcpHandler` on `@modelcontextprotocol/node` as documented: server, tools and schemas are built for every request (legacy era without sessions)",
    eras: ["modern", "legacy"],
    sessions: false,
  },
  {
    name: "sdk-v2-shared",
    title: "the same, with schemas built once outside the factory",
    eras: ["modern"],
    sessions: false,
  },
  {
    name: "sdk-v2-sessions",
    title:
      "the packages of `sdk-v2`, `NodeStreamableHTTPServerTransport`, one and one server per session, schemas shared",
    eras: ["legacy"],
    sessions: true,
  },
  {
    name: "sdk-v1",
    title:
      "`@modelcontextprotocol/sdk`, `StreamableHTTPServerTransport` on its Express app, one and one server per session, schemas shared",
    eras: ["legacy"],
    sessions: true,
  },
  { name: "fastmcp", title: "`fastmcp`, HTTP stream with sessions", eras: ["legacy"], sessions: true },
];
