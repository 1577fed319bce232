// Loads the package that brings SQLite, which is an optional one: only who uses this engine needs it.

import { createRequire } from "node:module";
import type Libsql from "libsql";
import type BackgroundLibsql from "libsql/promise";
import { BeckonError } from "../../core/errors.js";

/** The package's classes of connections: one that answers at once, one that works on a thread of its own. */
export interface LibsqlClasses {
  readonly Connection: typeof Libsql;
  readonly BackgroundConnection: typeof BackgroundLibsql;
}

/** Loads `libsql`, or says how to get it. */
export function loadLibsql(): LibsqlClasses {
  try {
    const load = createRequire(import.meta.url);
    // The package is CommonJS and its exports are these classes.
    return {
      Connection: load("libsql") as typeof Libsql,
      BackgroundConnection: load("libsql/promise") as typeof BackgroundLibsql,
    };
  } catch (cause) {
    throw new BeckonError(
      "unreachable",
      "The SQLite engine needs the package libsql, which cannot be loaded here. Run `npm install libsql` without --omit=optional.",
      { cause },
    );
  }
}
