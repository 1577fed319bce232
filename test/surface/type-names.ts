/** Tells which types each door exports, as a user's compiler sees them. */

import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = fileURLToPath(import.meta.url);
const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  types: [],
  noEmit: true,
};

/** Door to the names that are only types; a class, or a const with a type of its name, counts as a value. */
export function typeNames(doors: readonly string[]): Map<string, string[]> {
  const files = new Map(doors.map((door) => [door, declarationFile(door)]));
  const program = ts.createProgram([...files.values()], options);
  return new Map([...files].map(([door, file]) => [door, namesIn(program, file)]));
}

function declarationFile(door: string): string {
  const { resolvedModule } = ts.resolveModuleName(
    door,
    here,
    options,
    ts.sys,
    undefined,
    undefined,
    ts.ModuleKind.ESNext,
  );
  if (!resolvedModule) throw new Error(`${door} has no types. Run \`npm run build\`.`);
  return resolvedModule.resolvedFileName;
}

function namesIn(program: ts.Program, path: string): string[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const symbol = file && checker.getSymbolAtLocation(file);
  if (!symbol) throw new Error(`${path} is not a module.`);
  return checker
    .getExportsOfModule(symbol)
    .filter((each) => {
      const target = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      return !(target.flags & ts.SymbolFlags.Value);
    })
    .map((each) => each.name)
    .sort();
}
