// Reads the config file.

import { readFile } from "node:fs/promises";
import { isObject, type JsonObject } from "../../core/json.js";
import { messageOf } from "../../core/message-of.js";
import { requirePrivate } from "../../seal/private-file.js";
import { refuse } from "../state-folder.js";
import { configOptions } from "./options.js";

/** What is in it; nothing when it is not there, unless somebody asked for it. What is wrong is added to the problems. */
export async function readConfigFile(
  path: string,
  isWanted: boolean,
  problems: string[],
): Promise<JsonObject> {
  const text = await readText(path, isWanted, problems);
  if (text === undefined) return {};
  const file = parse(text, path, problems);
  for (const [name, option] of Object.entries(configOptions))
    if (option.only === "start" && file[name] !== undefined)
      problems.push(`${name} (in ${path}) can only be set by a flag or in the environment.`);
  const unknown = Object.keys(file).filter((name) => !Object.hasOwn(configOptions, name));
  problems.push(
    ...unknown.map(
      (name) => `${name} (in ${path}) is no option. There are ${Object.keys(configOptions).join(", ")}.`,
    ),
  );
  // The secrets of webhooks stand in it.
  if (file.webhooks !== undefined)
    await requirePrivate(
      "config file",
      path,
      "It holds secrets of webhooks: run chmod 600 on it.",
      refuse,
    ).catch((error: unknown) => void problems.push(messageOf(error)));
  return file;
}

async function readText(path: string, isWanted: boolean, problems: string[]): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const isAbsent = isObject(error) && error.code === "ENOENT";
    if (isAbsent && isWanted) problems.push(`There is no config file ${path}.`);
    else if (!isAbsent) problems.push(`The config file ${path} cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}

function parse(text: string, path: string, problems: string[]): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed)) return parsed;
    problems.push(`The config file ${path} holds no JSON object. Write one such as {"port": 4747}.`);
  } catch (error) {
    problems.push(`The config file ${path} is no valid JSON: ${messageOf(error)}`);
  }
  return {};
}
