// A form that its asker did not take is asked again with what was sent, whichever way that is said.

import { describe, expect, test } from "vitest";
import type { FormElicitation } from "../../src/core/elicitation/elicitation.js";
import { form } from "./person.js";
import { createStage, type Stage } from "./stage.js";

const trip = form("Where to?", {
  city: { type: "string", title: "City" },
  nights: { type: "integer", title: "Nights" },
});
const WRONG = "\n\nPlease correct:\n- city: Nobody goes there.";

/** The same form again, as a server of the legacy era asks it: with another id, and what is wrong below. */
const again = (asked: FormElicitation, changes: Partial<FormElicitation> = {}): FormElicitation => ({
  ...asked,
  id: "e2",
  key: "k2",
  message: `${trip.message}${WRONG}`,
  ...changes,
});

async function sendTrip(stage: Stage): Promise<void> {
  const answer = stage.ask(trip);
  await stage.type("O", "s", "l", "o", "\r", "3", "\r", "\r");
  expect(await answer).toEqual({ action: "accept", content: { city: "Oslo", nights: 3 } });
}

describe("a form that is asked again in the same run", () => {
  test.each([
    ["below what is wrong, as in the legacy era", again(trip)],
    ["under the same key", again(trip, { key: trip.key, message: "Not there. Where else?" })],
  ])("has what was sent in its fields (%s, T5)", async (_, second) => {
    const stage = createStage();
    await sendTrip(stage);

    const answer = stage.ask(second);
    await stage.type();
    expect(stage.screen()).toContain("Oslo");
    await stage.type("!", "\r", "\r", "\r");

    expect(await answer).toEqual({ action: "accept", content: { city: "Oslo!", nights: 3 } });
    await stage.terminal.close();
  });

  test("has what was sent last when it is asked a third time (T5)", async () => {
    const stage = createStage();
    await sendTrip(stage);
    const second = stage.ask(again(trip));
    await stage.type("!", "\r", "\r", "\r");
    await second;

    void stage.ask(
      again(trip, { id: "e3", key: "k3", message: `${trip.message}\n\nPlease correct:\n- nights: Too few.` }),
    );
    await stage.type();

    expect(stage.screen()).toContain("Oslo!");
    await stage.terminal.close();
  });

  test("says what is in it line by line, too (T5, T14)", async () => {
    const stage = createStage({ linear: true });
    const first = stage.ask(trip);
    await stage.type("Oslo\n", "3\n", "send\n");
    await first;
    const heard = stage.output.all.length;

    void stage.ask(again(trip));
    await stage.type();

    expect(stage.output.all.slice(heard)).toContain("Oslo");
    await stage.terminal.close();
  });

  test("never has a secret in it, nor what looks like one (C12)", async () => {
    const stage = createStage();
    const signIn = form("Who are you?", {
      name: { type: "string", title: "Name" },
      password: { type: "string", title: "Password" },
    });
    const first = stage.ask(signIn);
    await stage.type("A", "\r", "x", "y", "\r", "\r");
    expect(await first).toEqual({ action: "accept", content: { name: "A", password: "xy" } });

    const second = stage.ask(again(signIn, { key: signIn.key }));
    await stage.type("d", "\r", "z", "\r", "\r");

    expect(await second).toEqual({ action: "accept", content: { name: "Ad", password: "z" } });
    await stage.terminal.close();
  });
});

test.each([
  ["the next of a list, with the same words", { message: trip.message }],
  ["one whose words only begin alike", { message: `${trip.message} And then?` }],
  ["another form", { schema: { ...trip.schema, required: ["city"] } }],
  ["one of another run", { key: trip.key, asker: { ...trip.asker, runId: "r2" } }],
  ["one of another server", { key: trip.key, asker: { ...trip.asker, server: "trains" } }],
])("%s is asked empty", async (_, changes) => {
  const stage = createStage();
  await sendTrip(stage);

  void stage.ask(again(trip, changes));
  await stage.type();

  expect(stage.screen()).toContain("City");
  expect(stage.screen()).not.toContain("Oslo");
  await stage.terminal.close();
});
