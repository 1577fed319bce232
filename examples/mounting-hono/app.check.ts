// The endpoint and the application's own routes work side by side; replies stream.

import assert from "node:assert/strict";
import { modernRequest } from "../checking/modern-request.js";
import { app } from "./app.js";

assert.equal(await (await app.request("/health")).text(), "ok");

const call = { name: "count_orders", arguments: {} };
const { response, notifications } = await modernRequest(app.fetch, "tools/call", call, {
  meta: { progressToken: 1 },
});
assert.equal(response.result.content[0].text, "3");
assert.equal(notifications[0]?.params.message, "counting");

const foreign = await modernRequest(app.fetch, "tools/call", call, {
  headers: { origin: "https://evil.example" },
});
assert.equal(foreign.status, 403);
