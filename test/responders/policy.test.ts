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
    [{ name: "x", when: { tool: "book" }, do: "hide" }, "hides more than a whole server"],
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
      "beckon: travel (tools/call book) asks for city: “Where to?”. Nobody is there, so it was cancelled. Use --answers file.json.\n",
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

  test("[C2] it can be kept from being advertised, and then only what a rule answers is", () => {
    const nobody = headless({ output: process.stderr, modes: [] });
    const preset = {
      name: "home",
      when: { schema: fingerprint },
      do: { content: { city: "Oslo" } },
    } as const;

    expect(nobody.modes).toEqual([]);
    expect(withPolicy(nobody, { rules: [] }).modes).toEqual([]);
    expect(withPolicy(nobody, { rules: [preset] }).modes).toEqual(["form"]);
  });

  test("what it does not declare it does not hear of, so that it declares both by default", async () => {
    const written: string[] = [];
    const output = { write: (text: string) => written.push(text) };
    await withFallback([headless({ output, modes: [] })])(formWith(), told());
    expect(written).toEqual([]);

    expect(headless({ output }).modes).toEqual(["form", "url"]);
    await withFallback([headless({ output })])(formWith(), told());
    expect(written).toHaveLength(1);
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
