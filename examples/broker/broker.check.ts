// The program runs to its end and says what it should.

import assert from "node:assert/strict";

const expected = `\
? Deploy build 42 of api?
  mia was first, bob too late.
api goes to eu, says mia.
? Deploy build 7 of billing?
  mia was first, bob too late.
billing stays as it is: decline.
api goes to eu, says mia.`;

const said: string[] = [];
const { log } = console;
console.log = (line: string) => void said.push(line);
await import("./broker.js");
console.log = log;

// Who waits and who watches are told at once, in either order.
assert.deepEqual(said.toSorted(), expected.split("\n").toSorted());
assert.equal(said.at(-1), expected.split("\n").at(-1));
console.log(expected);
