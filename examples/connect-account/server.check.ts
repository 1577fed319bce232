// The page is opened by the person it was made for and by nobody else, and the tool goes on when they are done there.

import assert from "node:assert/strict";
import { startExample } from "../checking/start-example.js";
import { converse, type Reaction, type Shown } from "../checking/transcript.js";

const expected = `\
> connect_mailbox {}
? Choose the mailbox to connect.
  [opens the page]
Connected rita@example.com.
> connect_mailbox {}
? Choose the mailbox to connect.
  [decline]
Not connected: decline.
> count_mail {}
3 letters in rita@example.com.`;

const visit = async (page: string, cookie: string, mailbox?: string): Promise<[number, string]> => {
  const reply = await fetch(page, {
    headers: { cookie },
    ...(mailbox !== undefined && { method: "POST", body: new URLSearchParams({ mailbox }) }),
  });
  return [reply.status, await reply.text()];
};

for (const era of ["legacy", "modern"] as const) {
  await using example = await startExample("connect-account");

  /** Rita, after Wim has tried her link. */
  const opens = async ({ url = "" }: Shown): Promise<Reaction> => {
    assert.deepEqual(await visit(url, "session=cookie-of-wim"), [403, "This link is not for you.\n"]);
    assert.deepEqual(await visit(url, ""), [403, "This link is not for you.\n"]);
    const shown = await visit(url, "session=cookie-of-rita");
    assert.deepEqual(shown, [200, "Connect the mailbox of rita@example.com?\n"]);
    const wrong = await visit(url, "session=cookie-of-rita", "rita");
    assert.deepEqual(wrong, [400, "That is no mailbox.\n"]);
    const done = await visit(url, "session=cookie-of-rita", "rita@example.com");
    assert.deepEqual(done, [200, "Done. Go back to your chat.\n"]);
    return { action: "accept" };
  };
  const reactions = [opens, (): Reaction => ({ action: "decline" })];
  await using rita = await converse(
    example.url,
    era,
    (shown) => reactions.shift()?.(shown) ?? { action: "cancel" },
    { token: "token-of-rita" },
  );
  await rita.call("connect_mailbox");
  await rita.call("connect_mailbox");
  await rita.call("count_mail");
  assert.equal(rita.text(), expected, era);
}

// A tool that cannot begin: in the modern era the client shows the page and the call goes on.
await using example = await startExample("connect-account");
await using wim = await converse(
  example.url,
  "modern",
  async ({ url = "" }) => {
    await visit(url, "session=cookie-of-wim", "wim@example.com");
    return { action: "accept" };
  },
  { token: "token-of-wim" },
);
assert.equal(await wim.call("count_mail"), "3 letters in wim@example.com.");

// In the legacy era it is the error -32042, which names the page; the client calls again when it is done.
await using rita = await converse(example.url, "legacy", () => ({ action: "cancel" }), {
  token: "token-of-rita",
});
await assert.rejects(rita.call("count_mail"), (error: { code?: unknown; data?: unknown }) => {
  assert.equal(error.code, -32042);
  const { elicitations } = error.data as { elicitations: readonly Shown[] };
  assert.deepEqual(
    elicitations.map(({ message }) => message),
    ["Connect a mailbox first."],
  );
  return true;
});
console.log(expected);
