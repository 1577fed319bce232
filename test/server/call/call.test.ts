import { expect, test } from "vitest";
import { LATEST_LEGACY } from "../../../src/protocol/revisions.js";
import { OPEN_ACCESS } from "../../../src/server/access/access.js";
import { Call } from "../../../src/server/call/call.js";
import { readClient } from "../../../src/server/call/client.js";

const createCall = (): Call =>
  new Call({
    id: 1,
    method: "tools/call",
    params: {},
    revision: LATEST_LEGACY,
    client: readClient(undefined, undefined),
    access: OPEN_ACCESS,
    transport: "http",
    headers: {},
    sessionId: undefined,
    logLevel: undefined,
    outlet: { notify: () => true },
  });

test("who asks to hear of the end of a call that has ended hears of it at once", () => {
  const call = createCall();
  call.cancel("gone");
  let heard = 0;
  call.whenEnded(() => {
    heard += 1;
  });
  expect(heard).toBe(1);
});

test("all who asked to hear of the end of a call hear of it, once", () => {
  const call = createCall();
  const heard: string[] = [];
  for (const name of ["first", "second", "third"]) call.whenEnded(() => heard.push(name));
  call.cancel("gone");
  call.cancel("again");
  expect(heard).toEqual(["first", "second", "third"]);
});
