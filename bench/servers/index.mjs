/** The servers that are measured, in the order of the tables. */

/**
 * @typedef {object} ServerUnderTest
 * @property {string} name
 * @property {string} title  For the legend of the results.
 * @property {readonly ("modern" | "legacy")[]} eras
 * @property {boolean} sessions  Whether it keeps legacy sessions.
 * @property {readonly Asking[]} asks  How it can ask a person.
 *
 * @typedef {object} Asking
 * @property {"modern" | "legacy"} era
 * @property {"call" | "session"} [askedOn]  Legacy: whether the question comes on the stream of the call or of the
 *   session (GET). @default "call"
 * @property {boolean} [shim]  The handler of the modern era, asked for in the legacy era. @default false
 */

/** @type {readonly Asking[]} */
const inBothEras = [{ era: "modern" }, { era: "legacy" }];

/** @type {readonly ServerUnderTest[]} */
export const servers = [
  {
    name: "floor",
    title: "bare `node:http` that parses the request and stringifies the same answer, without any check",
    eras: ["modern", "legacy"],
    sessions: true,
    asks: inBothEras,
  },
  {
    name: "beckon",
    title: "this package, plain JSON Schema, `listen()` with its defaults",
    eras: ["modern", "legacy"],
    sessions: true,
    asks: inBothEras,
  },
  {
    name: "sdk-v2",
    title:
      "`@modelcontextprotocol/server`, `createMcpHandler` on `@modelcontextprotocol/node` as documented: server, tools and schemas are built for every request (legacy era without sessions); asks by returning `inputRequired`",
    eras: ["modern", "legacy"],
    sessions: false,
    asks: [{ era: "modern" }],
  },
  {
    name: "sdk-v2-shared",
    title: "the same, with schemas built once outside the factory",
    eras: ["modern"],
    sessions: false,
    asks: [{ era: "modern" }],
  },
  {
    name: "sdk-v2-sessions",
    title:
      "the packages of `sdk-v2`, `NodeStreamableHTTPServerTransport`, one and one server per session, schemas shared; asks with `elicitInput`, or (shim) by returning `inputRequired`",
    eras: ["legacy"],
    sessions: true,
    asks: [
      { era: "legacy", askedOn: "session" },
      { era: "legacy", shim: true },
    ],
  },
  {
    name: "sdk-v1",
    title:
      "`@modelcontextprotocol/sdk`, `StreamableHTTPServerTransport` on its Express app, one and one server per session, schemas shared; asks with `elicitInput`",
    eras: ["legacy"],
    sessions: true,
    asks: [{ era: "legacy", askedOn: "session" }],
  },
  {
    name: "fastmcp",
    title: "`fastmcp`, HTTP stream with sessions",
    eras: ["legacy"],
    sessions: true,
    asks: [{ era: "legacy", askedOn: "session" }],
  },
];
