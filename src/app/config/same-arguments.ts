// What starts another process with the same options, wherever it is started: for hosts that start their servers.

import { MEMORY } from "../open-engine.js";
import type { AppConfig } from "./config.js";
import { flagOf, type OptionName } from "./options.js";

/**
 * The arguments that say what this process was told by flags and the environment, with paths that do not hang on the
 * current folder. What is in the config file is read there again.
 */
export function sameArguments(
  config: Omit<AppConfig, "sameArguments">,
  told: readonly OptionName[],
  configFile: string,
): readonly string[] {
  const isInMemory = config.engine === MEMORY;
  const valueIn = (name: OptionName): unknown => {
    if (name === "config") return configFile;
    if (name === "audit") return config.audit ?? "off";
    // No other inbox shows what a process has in memory: it needs a port for its own.
    return name === "port" && isInMemory ? 0 : config[name];
  };
  return [...new Set<OptionName>([...told, ...(isInMemory ? (["port"] as const) : []), "state"])]
    .filter((name) => name !== "stdio")
    .flatMap((name) => argumentsFor(flagOf(name), valueIn(name)));
}

function argumentsFor(flag: string, value: unknown): readonly string[] {
  if (typeof value === "boolean") return value ? [flag] : [];
  return [flag, Array.isArray(value) ? value.join(",") : String(value)];
}
