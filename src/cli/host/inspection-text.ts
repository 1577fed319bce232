// What a server offers, as text for a person.

import { isObject } from "../../core/json.js";
import { neutralLine, neutralText } from "../../core/neutral-text.js";
import type { Inspection } from "./inspect-server.js";

/** One line per thing; long descriptions are cut. */
export function inspectionText(inspection: Inspection): string {
  const { name, title, version, eras, revision, instructions, capabilities } = inspection;
  return [
    `${line(title ?? name ?? "a server without a name")}${title && name ? ` (${line(name)})` : ""} ${line(version ?? "")}`.trimEnd(),
    `eras: ${eras.join(", ")}; spoken: ${line(revision ?? "unknown")}`,
    `capabilities: ${
      Object.keys(capabilities ?? {})
        .map(line)
        .join(", ") || "none"
    }`,
    ...(instructions === undefined ? [] : ["", "Instructions:", ...indent(neutralText(instructions))]),
    ...section("Tools", inspection.tools.map(toolLine)),
    ...section(
      "Prompts",
      inspection.prompts.map(({ name, description, arguments: args = [] }) =>
        row(
          `${name}${inBrackets(args.map((each) => (each.required ? each.name : `${each.name}?`)))}`,
          description,
        ),
      ),
    ),
    ...section("Resources", [
      ...inspection.resources.map(({ uri, name, description }) => row(uri, description ?? name)),
      ...inspection.resourceTemplates.map(({ uriTemplate, name, description }) =>
        row(uriTemplate, description ?? name),
      ),
    ]),
  ].join("\n");
}

function toolLine({ name, description, inputSchema }: Inspection["tools"][number]): string {
  const properties = isObject(inputSchema.properties) ? Object.keys(inputSchema.properties) : [];
  const required: readonly unknown[] = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const args = properties.map((each) => (required.includes(each) ? each : `${each}?`));
  return row(`${name}${inBrackets(args)}`, description);
}

const inBrackets = (words: readonly string[]): string => `(${words.join(", ")})`;

const MOST_DESCRIPTION = 100;

function row(left: string, right: string | undefined): string {
  const says = line(right ?? "");
  const cut = says.length > MOST_DESCRIPTION ? `${says.slice(0, MOST_DESCRIPTION)}…` : says;
  return `  ${line(left)}${cut === "" ? "" : `: ${cut}`}`;
}

const section = (title: string, rows: readonly string[]): readonly string[] =>
  rows.length === 0 ? [] : ["", `${title}:`, ...rows];

const indent = (text: string): readonly string[] => text.split("\n").map((each) => `  ${each}`);

const line = neutralLine;
