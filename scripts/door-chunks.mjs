// Which modules share a file of dist/: for Node every file of a door costs more than the code in it.

import { join } from "node:path";
import { root } from "./run.mjs";

/** Doors that are of no use without the main door. */
const SERVER_DOORS = ["index", "node/index", "testing/index"];
/** Behind the main door and a door of its own, which would otherwise bring all that a server has. */
const OWN_CHUNK = join(root, "src/engines/memory/");

/**
 * The groups of modules, and the plugin that learns who imports whom.
 *
 * `core` is what the main door has in common with doors that do not need the rest of it, `server` is that rest, and
 * `node` is what serving on Node adds. Everything else is left to rolldown.
 *
 * @param {readonly string[]} doors  Their places in src/, without ending.
 */
export function doorChunks(doors) {
  /** @type {Map<string, readonly string[]>} */
  const imports = new Map();
  const fileOf = (door) => join(root, "src", `${door}.ts`);
  const entries = new Set(doors.map(fileOf));

  /** What is loaded at once with a door. */
  function behind(door, seen = new Set()) {
    const add = (id) => {
      if (seen.has(id)) return;
      seen.add(id);
      for (const imported of imports.get(id) ?? []) add(imported);
    };
    add(fileOf(door));
    return seen;
  }

  const main = once(() => behind("index"));
  const node = once(() => behind("node/index"));
  const elsewhere = once(() => {
    const seen = new Set();
    for (const door of doors) if (!SERVER_DOORS.includes(door)) behind(door, seen);
    return seen;
  });
  const group = (name, priority, has) => ({
    name,
    priority,
    test: (id) => !entries.has(id) && !id.startsWith(OWN_CHUNK) && has(id),
  });
  return {
    plugin: { name: "door-chunks", moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) },
    codeSplitting: {
      // Whatever the modules of a group import is in it or in one that knows nothing of it, so no two chunks need each other.
      includeDependenciesRecursively: false,
      groups: [
        group("core", 3, (id) => main().has(id) && elsewhere().has(id)),
        group("server", 2, (id) => main().has(id)),
        group("node", 1, (id) => node().has(id) && !elsewhere().has(id)),
      ],
    },
  };
}

/** The graph is whole only when the groups are asked for. */
function once(make) {
  let made;
  return () => (made ??= make());
}
