// Cookies of a request.

import { expect, it } from "vitest";
import { readCookies } from "../../src/core/read-cookies.js";

const request = (cookie?: string) => ({ headers: new Headers(cookie === undefined ? {} : { cookie }) });

it.each<[what: string, cookie: string | undefined, values: string[]]>([
  ["the one with the name", "a=1; session=two; b=3", ["two"]],
  ["every one of several", "session=one; session=two", ["one", "two"]],
  ["none by a part of its name", "mysession=1; session2=2", []],
  ["all of a value with equals signs", "session=a=b==", ["a=b=="]],
  ["an empty one", "session=", [""]],
  ["none without a value", "session", []],
  ["none where there are no cookies", undefined, []],
])("reads %s", (_what, cookie, values) => {
  expect(readCookies(request(cookie), "session")).toEqual(values);
});
