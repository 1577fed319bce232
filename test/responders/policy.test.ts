import { describe, expect, test } from "vitest";
import type { FieldSchema } from "../../src/core/elicitation/form-schema.js";
import {
  headless,
  type PolicyRule,
  schemaFingerprint,
  withFallback,
  withGuard,
  withLimits,
  withPolicy,
} from "../../src/responders/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { accept, formWith, pageAt, says, told, waits } from "./ask-form.js";

const person = says(accept({ city: "Oslo" }));
const fingerprint = schemaFingerprint(formWith().schema);

describe("withPolicy", () => {
  const respond = (rules: readonly PolicyRule[], elicitation = formWith()) =>
    withPolicy(person, { rules })(elicitation, told());

  test("[C16] without a rule that matches the person is asked", async () => {
    const rules = [{ name: "r", when: { server: "other" }, do: "cancel" }] as const;

    expect(await respond(rules)).toEqual(accept({ city: "Oslo" }));
  });

  test.each([
    ["server", { server: "travel" }, formWith({}, { server: "other" })],
    ["origin", { origin: "https://travel.example" }, formWith({}, { origin: "https://other.example" })],
    ["tool", { tool: "book" }, formWith({}, { target: "other" })],
    ["form", { schema: fingerprint }, formWith({ town: { type: "string" } })],
    ["message", { message: "Where to?" }, formWith({}, { message: "Where from?" })],
  ] as const)("[C16] a rule is about its %s, and no other", async (_, when, other) => {
    const rules = [{ name: "shut", when, do: "cancel" }] as const;

    expect(await respond(rules)).toEqual({
      action: "cancel",
      reason: "The policy shut lets nobody be asked.",
    });
    expect(await respond(rules, other)).toEqual(accept({ city: "Oslo" }));
  });

  test("[C16] the first rule that matches counts", async () => {
    const rules = [
      { name: "one", when: { tool: "book" }, do: "ask" },
      { name: "all", when: {}, do: "cancel" },
    ] as const;

    expect(await respond(rules)).toEqual(accept({ city: "Oslo" }));
    expect(await respond(rules, formWith({}, { target: "other" }))).toMatchObject({ action: "cancel" });
  });

  test("[C1, C16] an answer from a preset says which policy gave it", async () => {
    const rules = [
      { name: "home", when: { schema: fingerprint }, do: { content: { city: "Bergen" } } },
    ] as const;

    expect(await respond(rules)).toEqual({
      action: "accept",
      content: { city: "Bergen" },
      by: "policy:home",
    });
  });

  test("[C16] a preset is for exactly its form: any difference lets the person be asked", async () => {
    const rules = [
      { name: "home", when: { schema: fingerprint }, do: { content: { city: "Bergen" } } },
    ] as const;
    const others: FieldSchema[] = [
      { type: "string", title: "City" },
      { type: "string", description: "Delete it" },
      { type: "string", maxLength: 9 },
      { type: "string", enum: ["Oslo"] },
    ];
    for (const city of others)
      expect(await respond(rules, formWith({ city }))).toEqual(accept({ city: "Oslo" }));
    const optional = {
      ...formWith(),
      schema: { type: "object", properties: { city: { type: "string" } } },
    } as const;
    expect(await respond(rules, optional)).toEqual(accept({ city: "Oslo" }));
  });

  test("[C16] a preset that does not fit its form cancels with the reason", async () => {
    const rules = [{ name: "home", when: { schema: fingerprint }, do: { content: { city: 7 } } }] as const;

    expect(await respond(rules)).toEqual({
      action: "cancel",
      reason: "The preset of the policy home does not fit: city: must be text.",
    });
  });

  test("[C2, C16] a server that a rule hides from is shown no modes, and gets no answer", async () => {
    const rules = [{ name: "shut", when: { server: "travel" }, do: "hide" }] as const;

    expect(withPolicy(person, { rules, server: "travel" }).modes).toEqual([]);
    expect(withPolicy(person, { rules, server: "other" }).modes).toEqual(["form", "url"]);
    expect(await respond(rules)).toMatchObject({ action: "cancel" });
  });

  test.each([
    [{ name: "x", when: {}, do: { content: {} } }, "does not say by fingerprint"],
    [{ name: "x", when: { tool: "book" }, do: "hide" }, "hides something else than a whole server"],
    [{ name: "x", when: { origin: "https://a.example" }, do: "hide" }, "hides something else"],
    [{ name: " ", when: {}, do: "ask" }, "has no name"],
  ] as const)("a rule that cannot keep its promise is refused", (rule, problem) => {
    expect(() => withPolicy(person, { rules: [rule] })).toThrow(problem);
  });
});

describe("schemaFingerprint", () => {
  test("the order of fields counts, the order of what a field says does not", () => {
    const one = formWith({ a: { type: "string", title: "A" }, b: { type: "boolean" } }).schema;
    const same = formWith({ a: { title: "A", type: "string" }, b: { type: "boolean" } }).schema;
    const other = formWith({ b: { type: "boolean" }, a: { type: "string", title: "A" } }).schema;

    expect(schemaFingerprint(same)).toBe(schemaFingerprint(one));
    expect(schemaFingerprint(other)).not.toBe(schemaFingerprint(one));
  });
});

describe("withGuard", () => {
  test("[C16] a guard can block an answer, with a reason", async () => {
    const guarded = withGuard(person, ({ content }) => (content.city === "Oslo" ? "not there" : undefined));

    expect(await guarded(formWith(), told())).toEqual({ action: "cancel", reason: "Blocked: not there" });
  });

  test("[C16] a guard cannot rewrite an answer", async () => {
    const guarded = withGuard(person, ({ content }) => {
      Object.assign(content, { city: "Bergen" });
      return undefined;
    });

    expect(await guarded(formWith(), told())).toEqual(accept({ city: "Oslo" }));
  });

  test("what is no answer is not held up", async () => {
    const guarded = withGuard(says({ action: "decline" }), () => "never");

    expect(await guarded(formWith(), told())).toEqual({ action: "decline" });
  });
});

describe("headless", () => {
  test("[T12, C1] it cancels at once with a reason, and says in one line who asked what", async () => {
    const written: string[] = [];
    const nobody = headless({
      output: { write: (text) => written.push(text) },
      supply: "Use --answers file.json.",
    });

    expect(await nobody(formWith(), told())).toEqual({
      action: "cancel",
      reason: "Nobody is there to answer: this runs without a person.",
    });
    expect(written).toEqual([
      "beckon: travel at https://travel.example (tools/call book) asks for city: “Where to?”. Nobody is there, so it was cancelled. Use --answers file.json.\n",
    ]);
  });

  test("[C14] text of a server cannot steer the terminal or begin a line", async () => {
    const written: string[] = [];
    const nobody = headless({ output: { write: (text) => written.push(text) } });
    await nobody(formWith({}, { message: "a\u001b[2J\nb\u202ec\u2028d" }), told());

    expect(written[0]).toContain("a\\u{1b}[2J\\u{a}b\\u{202e}c\\u{2028}d");
    expect(written[0]?.split("\n")).toHaveLength(2);
  });

  test("[C13] the query of a page is not written", async () => {
    const written: string[] = [];
    await headless({ output: { write: (text) => written.push(text) } })(
      pageAt("https://a.example/x?token=1"),
      told(),
    );

    expect(written[0]).toContain("to open https://a.example/x:");
    expect(written[0]).not.toContain("token");
  });

  const preset: PolicyRule = {
    name: "home",
    when: { server: "travel", schema: fingerprint },
    do: { content: { city: "Bergen" } },
  };
  const output = { write: () => undefined };

  test("[C2] it declares nothing by itself", () => {
    expect(headless({ output }).modes).toEqual([]);
    expect(headless({ output, rules: [{ name: "shut", when: {}, do: "cancel" }] }).modes).toEqual([]);
  });

  test("[C2, C16] it declares forms where a rule answers one, and gives that answer", async () => {
    const nobody = headless({ output, rules: [preset] });

    expect(nobody.modes).toEqual(["form"]);
    expect(await nobody(formWith(), told())).toEqual({
      action: "accept",
      content: { city: "Bergen" },
      by: "policy:home",
    });
  });

  test.each<[string, readonly PolicyRule[], string | undefined]>([
    ["is about another server", [preset], "other"],
    ["comes after one about everything", [{ name: "shut", when: {}, do: "cancel" }, preset], undefined],
    ["is hidden by another", [preset, { name: "shut", when: {}, do: "hide" }], "travel"],
  ])("[C2] a rule that %s declares nothing", (_, rules, server) => {
    const named = server === undefined ? {} : { server };

    expect(headless({ output, rules, ...named }).modes).toEqual([]);
    expect(withPolicy(headless({ output }), { rules, ...named }).modes).toEqual([]);
  });

  test("[C2, T12] a question that it declared and that no rule answers gets its line", async () => {
    const written: string[] = [];
    const nobody = headless({ output: { write: (text) => written.push(text) }, rules: [preset] });
    const asked = withFallback([nobody]);

    expect(await asked(formWith({ town: { type: "string" } }), told())).toMatchObject({ action: "cancel" });
    expect(written).toHaveLength(1);
  });

  test("[C2] told to, it declares what it cannot show, to hear what would be asked", async () => {
    const written: string[] = [];
    const nobody = headless({
      output: { write: (text) => written.push(text) },
      modes: ["form", "url"],
    });

    expect(nobody.modes).toEqual(["form", "url"]);
    await withFallback([nobody])(pageAt("https://a.example/x"), told());
    expect(written).toHaveLength(1);
  });

  test("it says its line of whatever it is asked, declared or not, with a field of any kind", async () => {
    const written: string[] = [];
    const nobody = headless({ output: { write: (text) => written.push(text) } });
    await nobody(pageAt("https://a.example/x"), told());
    await nobody(formWith({ key: { type: "secret" } }), told());

    expect(written).toHaveLength(2);
  });
});

describe("withLimits", () => {
  test("[C17] past its rate a server hears how long to wait, and time makes room again", async () => {
    const clock = createFakeClock();
    const limited = withLimits(person, { perMinute: 2, clock });
    const ask = () => limited(formWith(), told());

    expect([await ask(), await ask()]).toEqual([accept({ city: "Oslo" }), accept({ city: "Oslo" })]);
    expect(await ask()).toEqual({ action: "unavailable", reason: "limited", retryAfterMs: 30_000 });
    await clock.advance(30_000);
    expect(await ask()).toEqual(accept({ city: "Oslo" }));
  });

  test("[C17] the limits of one server are not those of another", async () => {
    const limited = withLimits(person, { perMinute: 1, clock: createFakeClock() });
    await limited(formWith(), told());

    expect(await limited(formWith({}, { server: "other" }), told())).toEqual(accept({ city: "Oslo" }));
  });

  test("[C17] a server has only so many questions open at once", async () => {
    const stop = new AbortController();
    const limited = withLimits(waits().responder, { open: 1, clock: createFakeClock() });
    const first = limited(formWith(), told(stop.signal));

    expect(await limited(formWith(), told())).toEqual({ action: "unavailable", reason: "limited" });
    stop.abort();
    await first;
    const leave = new AbortController();
    const third = limited(formWith(), told(leave.signal));
    leave.abort();
    expect(await third).toEqual({ action: "cancel", reason: "stopped" });
  });

  test("[C17] a muted server is not heard, which can be seen and undone", async () => {
    const limited = withLimits(person);
    limited.mute("travel");

    expect(await limited(formWith(), told())).toEqual({
      action: "cancel",
      reason: "The server travel is muted.",
    });
    expect(limited.muted()).toEqual(["travel"]);
    limited.unmute("travel");
    expect(await limited(formWith(), told())).toEqual(accept({ city: "Oslo" }));
  });
});
