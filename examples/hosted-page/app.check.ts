// Ada opens the page and approves. Wim, who got hold of the link, sees nothing and cannot.

import assert from "node:assert/strict";
import { app, askForApproval } from "./app.js";

const { link, answer } = await askForApproval("2.4.1");

const visit = (cookie: string, form?: Record<string, string>) =>
  app.request(link, {
    headers: { cookie },
    ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
  });

const refused = await visit("session=cookie-of-wim");
assert.equal(refused.status, 403);
assert.doesNotMatch(await refused.text(), /Deploy|ada/i);
assert.equal((await visit("")).status, 401);

const shown = await visit("session=cookie-of-ada");
assert.equal(shown.status, 200);
const page = await shown.text();
assert.match(page, /Deploy 2\.4\.1 to production\?/);
assert.match(page, /Ada Lovelace/);

// What a browser keeps and sends back.
const [browser = ""] = shown.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";

assert.equal((await visit(`session=cookie-of-wim; ${browser}`, { token, action: "accept" })).status, 403);
assert.equal((await visit("session=cookie-of-ada", { token, action: "accept" })).status, 403);
const sent = await visit(`session=cookie-of-ada; ${browser}`, { token, action: "accept" });
assert.equal(sent.status, 303);

const settled = await answer;
assert.deepEqual(settled, { action: "accept", content: {}, by: "ada" });
assert.match(await (await visit("session=cookie-of-ada")).text(), /Answer sent/);
console.log("approved by ada");
process.exit(0);
