// Reads interfaces and constants of defaults from the source, as text.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

const src = resolve(import.meta.dirname, "../../src");

/** One field of an interface. */
export interface SourceField {
  readonly name: string;
  readonly isOptional: boolean;
  /** The default that its comment states, where it is a literal: `4194304`, `"/mcp"`, `[]`. */
  readonly literalDefault: string | undefined;
}

/** The fields of an interface. */
export function readFields(file: string, interfaceName: string): readonly SourceField[] {
  const found = parse(file).statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === interfaceName,
  );
  if (!found) throw new Error(`src/${file} has no interface ${interfaceName}.`);
  return found.members.filter(ts.isPropertySignature).map((member) => ({
    name: member.name.getText(),
    isOptional: member.questionToken !== undefined,
    literalDefault: literalDefault(member),
  }));
}

function literalDefault(member: ts.PropertySignature): string | undefined {
  const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === "default");
  const text = ts.getTextOfJSDocComment(tag?.comment) ?? "";
  const found = /^(-?\d[\d_]*|"[^"]*"|\[\]|\{\}|true|false)(?![\w"])/.exec(text)?.[1];
  return found?.startsWith('"') ? found : found?.replaceAll("_", "");
}

/** The literal members of a constant such as `const defaults = { port: 3000 }`, as JSON texts. */
export function readDefaults(file: string, constant: string): ReadonlyMap<string, string> {
  const declarations = parse(file).statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  const found = declarations.find((declaration) => declaration.name.getText() === constant)?.initializer;
  if (!found || !ts.isObjectLiteralExpression(found)) throw new Error(`src/${file} has no ${constant}.`);
  const members = found.properties.filter(ts.isPropertyAssignment).flatMap((property) => {
    const value = evaluate(property.initializer);
    return value === undefined ? [] : [[property.name.getText(), JSON.stringify(value)] as const];
  });
  return new Map(members);
}

function evaluate(node: ts.Expression): unknown {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isStringLiteral(node)) return node.text;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (ts.isArrayLiteralExpression(node) && node.elements.length === 0) return [];
  if (ts.isObjectLiteralExpression(node) && node.properties.length === 0) return {};
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) {
    return Number(evaluate(node.left)) * Number(evaluate(node.right));
  }
  return undefined;
}

function parse(file: string): ts.SourceFile {
  const path = join(src, file);
  return ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
}
