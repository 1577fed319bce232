// Compiles every ```ts fence of README.md and docs/ against the built package, and names file and line on errors.
//
// A fence is a module of its own. Around it:
//   // continues                      as its first line: appended to the previous fence of the same page
//   ```ts ignore                      not compiled
//   <!-- snippet: declare ... -->     directly before it: put before the code, unseen by the reader

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { root } from "./run.mjs";

const folder = join(root, ".cache", "snippets");

if (!existsSync(join(root, "dist", "index.d.ts"))) {
  console.error("dist/ is missing. Run `npm run build` first.");
  process.exit(1);
}

const modules = pages().flatMap(readModules);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const module of modules) writeFileSync(module.path, module.lines.map((line) => line.text).join("\n"));

const problems = compile(modules);
for (const problem of problems) console.error(problem);
const fences = modules.reduce((sum, module) => sum + module.fences, 0);
console.log(`${fences} fences in ${modules.length} modules, ${problems.length} errors.`);
process.exitCode = problems.length > 0 ? 1 : 0;

function pages() {
  const docs = join(root, "docs");
  const found = existsSync(docs) ? readdirSync(docs, { recursive: true }) : [];
  return [join(root, "README.md"), ...found.sort().map((name) => join(docs, name))].filter(
    (path) => path.endsWith(".md") && existsSync(path),
  );
}

/** The modules of one page: `{ path, fences, lines: [{ text, at }] }`, where `at` is the place in the page. */
function readModules(page) {
  const name = relative(root, page);
  const lines = readFileSync(page, "utf8").split("\n");
  const found = [];
  let preamble = [];

  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    const fence = /^(\s*)(`{3,}|~{3,})\s*(.*?)\s*$/.exec(line);
    if (line.trim().startsWith("<!-- snippet:")) {
      const last = lines.findIndex((text, at) => at >= index && text.includes("-->"));
      if (last < 0) throw new Error(`${name}:${index + 1}: the snippet comment is never closed.`);
      preamble = lines.slice(index, last + 1).map((text, offset) => ({
        text: text.replace("<!-- snippet:", "").replace("-->", ""),
        at: `${name}:${index + offset + 1}`,
      }));
      index = last;
    } else if (fence) {
      const [, indent, marks, info] = fence;
      const last = lines.findIndex((text, at) => at > index && text.trim() === marks);
      if (last < 0) throw new Error(`${name}:${index + 1}: the fence is never closed.`);
      const [language, ...words] = info.split(/\s+/);
      if ((language === "ts" || language === "typescript") && !words.includes("ignore")) {
        const code = lines.slice(index + 1, last).map((text, offset) => ({
          text: text.startsWith(indent) ? text.slice(indent.length) : text,
          at: `${name}:${index + offset + 2}`,
        }));
        addFence(found, name, index + 1, [...preamble, ...code], code[0]?.text.trim() === "// continues");
      }
      preamble = [];
      index = last;
    } else if (line.trim() !== "") {
      preamble = [];
    }
  }
  return found;
}

function addFence(found, name, line, lines, continues) {
  const previous = found.at(-1);
  if (continues) {
    if (!previous) throw new Error(`${name}:${line}: the fence continues, but no fence stands before it.`);
    previous.lines.push(...lines);
    previous.fences += 1;
    return;
  }
  const file = `${name.replace(/\.md$/, "").replaceAll(/[^A-Za-z0-9]+/g, "-")}-${line}.ts`;
  found.push({ path: join(folder, file), fences: 1, lines });
}

/** The package resolves by its own name, because the nearest package.json above .cache/ is ours. */
function compile(found) {
  const options = {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    types: ["node"],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const program = ts.createProgram(
    found.map((module) => module.path),
    options,
    ts.createCompilerHost({ ...options, configFilePath: join(folder, "tsconfig.json") }),
  );
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n  ");
    return `${placeOf(diagnostic, found)}: TS${diagnostic.code}: ${text}`;
  });
}

function placeOf({ file, start }, found) {
  if (!file) return "snippets";
  const line = file.getLineAndCharacterOfPosition(start ?? 0).line;
  const module = found.find(({ path }) => path === file.fileName);
  return module?.lines[line]?.at ?? `${relative(root, file.fileName)}:${line + 1}`;
}
