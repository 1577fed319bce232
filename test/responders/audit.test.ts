import { describe, expect, test } from "vitest";
import { defineResponder, type Responder } from "../../src/core/elicitation/responder.js";
import { type AuditEntry, schemaFingerprint, withAudit, withPolicy } from "../../src/responders/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { accept, fails, formWith, listener, pageAt, says, told } from "./ask-form.js";

/** Asks through an audit, and gives the record. */
async function record(responder: Responder, elicitation: Parameters<Responder>[0]): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const clock = createFakeClock({ now: 1000 });
  const audited = withAudit(responder, {
    append: (entry) => void entries.push(entry),
    from: "terminal",
    clock,
  });
  await audited(elicitation, told()).catch(() => {});
  return entries;
}

describe("withAudit", () => {
  test("[C15] the record says what was asked by whom, and what came of it", async () => {
    const elicitation = formWith();
    const about = { at: 1000, id: "q1", group: "g1", asker: elicitation.asker };

    expect(
      await record(says({ action: "accept", content: { city: "Oslo" }, by: "ann" }), elicitation),
    ).toEqual([
      { ...about, event: "asked", mode: "form", message: "Where to?", fields: ["city"] },
      {
        ...about,
        event: "answered",
        outcome: "accept",
        from: "terminal",
        by: "ann",
        content: { city: "Oslo" },
        durationMs: 0,
      },
    ]);
  });

  test("[C12, C15] secrets, and what looks like one, are not in the record", async () => {
    const elicitation = formWith({
      city: { type: "string" },
      first: { type: "secret" },
      api_key: { type: "string" },
      second: { type: "string", title: "Your password" },
    });
    const content = {
      city: "Oslo",
      first: "s3cret-1",
      api_key: "s3cret-2",
      second: "s3cret-3",
      more: "s3cret-4",
    };
    const entries = await record(says(accept(content)), elicitation);

    expect(JSON.stringify(entries)).not.toContain("s3cret");
    expect(entries[1]).toMatchObject({ content: { city: "Oslo", first: "[redacted]", more: "[redacted]" } });
  });

  test("[C15] the query of a page is not in the record", async () => {
    const entries = await record(says(accept()), pageAt("https://user:pw@a.example/sign?token=abc#x"));

    expect(entries[0]).toMatchObject({ event: "asked", mode: "url", url: "https://a.example/sign" });
    expect(JSON.stringify(entries)).not.toMatch(/token|pw|content/);
  });

  test("[C1, C15] a policy's answer is recorded as the policy's", async () => {
    const when = { schema: schemaFingerprint(formWith().schema) };
    const rules = [{ name: "home", when, do: { content: { city: "Bergen" } } }];

    expect((await record(withPolicy(says(undefined), { rules }), formWith()))[1]).toMatchObject({
      outcome: "accept",
      by: "policy:home",
    });
  });

  test.each([
    [says({ action: "decline", reason: "too far" }), { outcome: "decline", reason: "too far" }],
    [says({ action: "cancel", reason: "closed" }), { outcome: "cancel", reason: "closed" }],
    [says({ action: "timeout" }), { outcome: "timeout" }],
    [says({ action: "unavailable", reason: "nobody" }), { outcome: "unavailable", reason: "nobody" }],
    [says(undefined), { outcome: "passed-on" }],
    [fails, { outcome: "failed", reason: "The view broke." }],
  ])("[C15] every end is recorded as what it is", async (responder, end) => {
    expect((await record(responder, formWith()))[1]).toMatchObject(end);
  });

  test("[C15] what cannot be recorded is not asked", async () => {
    let asked = 0;
    const person = defineResponder(["form"], async () => {
      asked += 1;
      return undefined;
    });
    const append = (): never => {
      throw new Error("The disk is full.");
    };

    await expect(withAudit(person, { append, from: "x" })(formWith(), told())).rejects.toThrow("disk");
    expect(asked).toBe(0);
  });

  test("an answer that cannot be recorded is logged, and not lost", async () => {
    const { logger, lines } = listener();
    const append = ({ event }: AuditEntry): void => {
      if (event === "answered") throw new Error("The disk is full.");
    };

    expect(await withAudit(says(accept()), { append, from: "x", logger })(formWith(), told())).toEqual(
      accept(),
    );
    expect(lines).toEqual(["An answer could not be written down."]);
  });
});
