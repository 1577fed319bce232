// The person sees the same and the tool does the same in both eras: it asks again for what does not fit, and holds once.

import assert from "node:assert/strict";
import { startExample } from "../checking/start-example.js";
import { converse, type Reaction } from "../checking/transcript.js";

const expected = `\
> book_table {"day":"2026-12-24"}
? A table for how many?
  Guests: 40
? A table for how many?

  Please correct:
  - guests: must be at most 20
  Guests: 4
  Where: out
? Book table 2 on the terrace, 2026-12-24?
  Yes: true
Booked table 2 on the terrace.
> book_table {"day":"2026-12-25"}
? A table for how many?
  [decline]
No table booked.
> count_holds {}
1 table was held.`;

for (const era of ["legacy", "modern"] as const) {
  await using example = await startExample("book-table");
  const reactions: Reaction[] = [
    { action: "accept", content: { guests: 40 } },
    { action: "accept", content: { guests: 4, seat: "out" } },
    { action: "accept", content: { confirmed: true } },
    { action: "decline" },
  ];
  await using person = await converse(example.url, era, () => reactions.shift() ?? { action: "cancel" });
  await person.call("book_table", { day: "2026-12-24" });
  await person.call("book_table", { day: "2026-12-25" });
  await person.call("count_holds");
  assert.equal(person.text(), expected, era);
}
console.log(expected);
