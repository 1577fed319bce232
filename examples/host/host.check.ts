// Without a terminal the host says who asked what, cancels, and does not hang.

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
assert.match(
  stderr,
  /^beckon: http:\/\/127\.0\.0\.1:\d+ \(tools\/call book_table\) asks for guests, seat: “A table for how many\?”\. Nobody is there, so it was cancelled\. Run it where somebody can answer, or give a policy\.$/m,
);
console.log(stderr.trim());
