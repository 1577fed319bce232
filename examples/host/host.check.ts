// Without a terminal the server hears that nobody can be asked, and the host does not hang.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startExample } from "../checking/start-example.js";

await using example = await startExample("book-table");
const host = fileURLToPath(new URL("host.js", import.meta.url));
const call = promisify(execFile)(
  process.execPath,
  [host, example.url, "book_table", '{"day":"2026-08-01"}'],
  {
    timeout: 30_000,
  },
);
call.child.stdin?.end();
const { stdout, stderr } = await call;

assert.equal(stdout, "No table booked.\n");
assert.equal(stderr, "");
console.log(stdout.trim());
