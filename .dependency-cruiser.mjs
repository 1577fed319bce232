// The architecture as a table: which folder of src/ may import which. Changing it needs a decision record.

/** Rows from the bottom up; `may` names the folders a row may import besides itself. */
const rows = [
  { layer: 0, folder: "core", may: [] },
  { layer: 0, folder: "seal", may: [] },

  { layer: 1, folder: "protocol", may: ["core"] },
  { layer: 1, folder: "replay", may: ["core", "seal"] },
  { layer: 1, folder: "responders", may: ["core"] },
  { layer: 1, folder: "broker", may: ["core", "seal"] },
  { layer: 1, folder: "engines/memory", may: ["core"] },
  { layer: 1, folder: "engines/sqlite", may: ["core"] },
  { layer: 1, folder: "engines/postgres", may: ["core"] },
  { layer: 1, folder: "engines/redis", may: ["core"] },
  { layer: 1, folder: "guards", may: ["core"] },
  { layer: 1, folder: "secrets", may: ["core", "seal"] },
  { layer: 1, folder: "observe", may: ["core"] },
  { layer: 1, folder: "terminal", may: ["core"] },

  { layer: 2, folder: "server", may: ["core", "seal", "protocol", "replay", "responders", "guards"] },
  { layer: 2, folder: "web", may: ["core", "seal", "broker", "guards"] },
  { layer: 2, folder: "webhooks", may: ["core", "seal", "broker", "guards"] },
  { layer: 2, folder: "agent", may: ["core", "responders", "terminal"] },
  { layer: 2, folder: "client", may: ["core", "protocol", "responders"] },
  { layer: 2, folder: "sdk", may: ["core", "protocol", "replay"] },

  { layer: 3, folder: "node", may: ["core", "protocol", "server", "guards"] },
  { layer: 3, folder: "app", may: "all above" },
  { layer: 3, folder: "cli", may: "all above" },
  { layer: 3, folder: "testing", may: "all above" },
];

/** The main door is one file; it gathers these. */
const mainDoor = ["core", "server", "engines/memory"];

/** Development dependencies that the build puts into dist: docs/decisions/0003-the-json-schema-validator.md. */
const bundled = ["typebox"];

/** The only folders that may import the official MCP packages. */
const officialPackages = ["client", "sdk", "testing"];

/** What a front end may import of the HTTP API: what speaks to it from outside. */
const apiFromOutside = "^src/web/api/(client/|(api|api-client|api-error|caller|resources)\\.ts$)";

/** The table with "all above" spelled out; `scripts/graph.mjs` draws its layers. */
export const parts = rows.map(({ layer, folder, may }, index) => ({
  layer,
  folder,
  may: may === "all above" ? rows.slice(0, index).map((row) => row.folder) : may,
}));

const inside = (folders) => `^src/(${folders.join("|")})/`;
const everyPart = inside(parts.map((part) => part.folder));

const partRules = parts.map(({ folder, may }) => ({
  name: `${folder} imports only ${may.join(", ") || "itself"}`,
  severity: "error",
  from: { path: inside([folder]) },
  to: { path: "^src/", pathNot: inside([folder, ...may]) },
}));

export default {
  forbidden: [
    ...partRules,
    {
      name: `the main door imports only ${mainDoor.join(", ")}`,
      severity: "error",
      from: { path: "^src/index\\.ts$" },
      to: { pathNot: inside(mainDoor) },
    },
    {
      name: "every folder stands in the table",
      comment: "A module of src/ outside the table imports something.",
      severity: "error",
      from: { path: "^src/", pathNot: [everyPart, "^src/index\\.ts$"] },
      to: {},
    },
    {
      name: "only folders of the table are imported",
      comment: "A module of src/ outside the table is imported.",
      severity: "error",
      from: {},
      to: { path: "^src/", pathNot: [everyPart, "^src/index\\.ts$"] },
    },
    {
      name: `only ${officialPackages.join(", ")} import @modelcontextprotocol/*`,
      severity: "error",
      from: { path: "^src/", pathNot: inside(officialPackages) },
      to: { path: "(^|/)@modelcontextprotocol/" },
    },
    {
      name: "the inbox speaks to the broker only through the HTTP API",
      severity: "error",
      from: { path: "^src/web/(inbox|form|html|layout|body|security|browser)/" },
      to: { path: [inside(["broker", "engines"]), "^src/web/(api|pages)/"], pathNot: apiFromOutside },
    },
    {
      name: "the command line speaks to the broker only through the HTTP API",
      comment:
        "`beckon serve` is the server itself, and `beckon doctor` looks after a server that does not run.",
      severity: "error",
      from: { path: "^src/cli/", pathNot: "^src/cli/(commands/serve\\.ts$|doctor/)" },
      to: {
        path: [inside(["broker", "engines"]), "^src/web/", "^src/app/(create-app|open-engine|serve)\\.ts$"],
        pathNot: apiFromOutside,
      },
    },
    {
      name: "src imports nothing outside src",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|examples|bench|scripts|dist|docs)/" },
    },
    {
      name: "src imports no development dependency",
      comment:
        "Users do not have it. Make it a dependency or an optional peer, with a line in DEPENDENCIES.md.",
      severity: "error",
      from: { path: "^src/" },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["npm", "npm-peer", "npm-optional"],
        pathNot: bundled.map((name) => `node_modules/${name}/`),
      },
    },
    {
      name: "every package is declared",
      severity: "error",
      from: { path: "^src/" },
      to: {
        dependencyTypes: ["npm-no-pkg", "npm-unknown"],
        // An optional peer that is installed for development counts as both.
        dependencyTypesNot: ["npm-peer", "npm-optional"],
      },
    },
    {
      name: "every import resolves",
      severity: "error",
      from: { path: "^src/" },
      to: { couldNotResolve: true },
    },
    {
      name: "no circular dependencies",
      severity: "error",
      from: { path: "^src/" },
      to: { circular: true },
    },
    {
      name: "no orphans",
      severity: "error",
      from: { path: "^src/", orphan: true },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
