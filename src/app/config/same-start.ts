// What starts another process with the same options, wherever it is started: for hosts that start their servers.

import { MEMORY } from "../open-engine.js";
import type { AppConfig, SameStart } from "./config.js";
import { flagOf, type OptionName, variableOf } from "./options.js";

/**
 * Says what this process was told by flags and the environment, with paths that do not hang on the current folder. What is
 * in the config file is read there again.
 */
export function sameStart(
  config: Omit<AppConfig, "sameStart">,
  told: readonly OptionName[],
  configFile: string,
): SameStart {
  const isInMemory = config.engine === MEMORY;
  const valueIn = (name: OptionName): unknown => {
    if (name === "config") return configFile;
    if (name === "audit") return config.audit ?? "off";
    // No other inbox shows what a process has in memory: it needs a port for its own.
    return name === "port" && isInMemory ? 0 : config[name];
  };
  const names = [
    ...new Set<OptionName>([...told, ...(isInMemory ? (["port"] as const) : []), "state"]),
  ].filter((name) => name !== "stdio");
  return {
    arguments: names.flatMap((name) => argumentsFor(flagOf(name), valueIn(name))),
    environment: Object.fromEntries(
      names.filter((name) => valueIn(name) === false).map((name) => [variableOf(name), "false"]),
    ),
  };
}

function argumentsFor(flag: string, value: unknown): readonly string[] {
  if (typeof value === "boolean") return value ? [flag] : [];
  const text = Array.isArray(value) ? value.join(",") : String(value);
  // By itself it would be taken for a flag.
  return text.startsWith("-") ? [`${flag}=${text}`] : [flag, text];
}
