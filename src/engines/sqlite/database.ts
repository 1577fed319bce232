// A connection to the database with its prepared statements: values checked on the way in, text whole both ways.

import type Libsql from "libsql";
import { BeckonError } from "../../core/errors.js";
import { fromSqliteText, toSqliteText } from "./text.js";

/** What can stand in a column. `undefined` is kept as SQL's null. */
export type Value = string | number | null | undefined;

/** One row, by position of its columns. */
export type Row = readonly (string | number | null)[];

/** A statement that gives rows. */
export interface Query {
  first(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): readonly Row[];
}

/** A statement that writes. */
export interface Command {
  /** Gives how many rows were written, and the rowid of the last one inserted. */
  run(...values: readonly Value[]): { readonly changes: number; readonly rowid: number };
}

/** An open connection. */
export interface Database {
  readonly path: string;
  /** Prepares a statement that gives rows; the same text is prepared once. */
  query(sql: string): Query;
  /** Prepares a statement that writes; the same text is prepared once. */
  command(sql: string): Command;
  /** Runs statements that give nothing and take nothing. */
  execute(sql: string): void;
  /** True between `BEGIN` and `COMMIT`, unless SQLite has rolled back by itself. */
  isInTransaction(): boolean;
  close(): void;
}

/** Wraps a connection of the package. */
export function wrapConnection(connection: Libsql.Database, path: string): Database {
  const queries = new Map<string, Query>();
  const commands = new Map<string, Command>();

  return {
    path,
    query(sql) {
      const known = queries.get(sql);
      if (known !== undefined) return known;
      // In raw mode a row is an array of the column's values, whatever the statement.
      const statement = connection.prepare(sql).raw() as unknown as RawStatement;
      const query: Query = {
        first(...values) {
          const row = statement.get(values.map(bound));
          return row && read(row);
        },
        all: (...values) => statement.all(values.map(bound)).map(read),
      };
      queries.set(sql, query);
      return query;
    },
    command(sql) {
      const known = commands.get(sql);
      if (known !== undefined) return known;
      const statement = connection.prepare(sql);
      const command: Command = {
        run(...values) {
          const { changes, lastInsertRowid } = statement.run(values.map(bound));
          return { changes, rowid: Number(lastInsertRowid) };
        },
      };
      commands.set(sql, command);
      return command;
    },
    execute(sql) {
      connection.exec(sql);
    },
    isInTransaction: () => connection.inTransaction,
    close() {
      queries.clear();
      commands.clear();
      connection.close();
    },
  };
}

interface RawStatement {
  get(values: readonly (string | number | null)[]): (string | number | null)[] | undefined;
  all(values: readonly (string | number | null)[]): (string | number | null)[][];
}

/** The binding ends the process over a value of another kind, so none gets that far. */
function bound(value: Value): string | number | null {
  if (typeof value === "string") return toSqliteText(value);
  if (typeof value === "number" && !Number.isNaN(value)) return value;
  if (value === undefined || value === null) return null;
  throw new BeckonError(
    "invalid-arguments",
    `An engine cannot keep ${typeof value === "number" ? "NaN" : `a ${typeof value}`} there. Give text or a number.`,
  );
}

function read(row: (string | number | null)[]): Row {
  for (let at = 0; at < row.length; at += 1) {
    const value = row[at];
    if (typeof value === "string") row[at] = fromSqliteText(value);
  }
  return row;
}
