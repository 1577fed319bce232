// Opens an engine from its url.

import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import type { Logger } from "../core/logger.js";
import { createMemoryEngine } from "../engines/memory/engine.js";

/** What an engine is told besides its url. */
export interface EngineParts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The url of the engine that no other process shares. */
export const MEMORY = "memory:";
const SQLITE = "sqlite:";

/** Opens `memory:` or `sqlite:PATH`. Whoever opens it closes it. */
export async function openEngine(url: string, { clock, logger }: EngineParts): Promise<Engine> {
  if (url === MEMORY) return createMemoryEngine({ clock });
  if (!url.startsWith(SQLITE))
    throw new BeckonError(
      "invalid-option",
      `There is no engine for ${url.split(":", 1)[0]}: in this version. Give memory: or sqlite:PATH.`,
    );
  const path = url.slice(SQLITE.length);
  await makeFolderOf(path);
  // Loaded when it is used: its package is an optional dependency.
  const { createSqliteEngine } = await import("../engines/sqlite/engine.js");
  return createSqliteEngine({
    path,
    clock,
    onError: (error) => logger.error("The SQLite engine failed in the background.", { error }),
  });
}

async function makeFolderOf(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch (cause) {
    const code = isObject(cause) ? String(cause.code) : "unknown";
    throw new BeckonError(
      "invalid-option",
      `The folder of the database ${path} cannot be made (${code}). Give another path with --engine.`,
      { cause },
    );
  }
}
