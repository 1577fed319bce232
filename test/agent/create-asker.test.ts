import { describe, expect, test } from "vitest";
import { type Asker, type AskerOptions, createAsker, elicitTool } from "../../src/agent/index.js";
import type { Answer } from "../../src/core/elicitation/answer.js";
import type { Elicitation } from "../../src/core/elicitation/elicitation.js";
import { defineResponder, type Responder } from "../../src/core/elicitation/responder.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { accept, fails, listener, says as saysPlainly, waits } from "../responders/ask-form.js";
import { vaultInMemory } from "./vault-in-memory.js";

const KEY = "sk-very-secret";

const askerWith = (responder: Responder, options: Partial<AskerOptions> = {}): Asker =>
  createAsker({
    responders: [{ priority: 0, responder }],
    terminal: false,
    logger: listener().logger,
    ...options,
  });

/** A person at a view that can show secrets. */
const says = (answer: Answer | undefined): Responder =>
  Object.assign(saysPlainly(answer), { fields: ["secret"] as const });

const answering = (content: Record<string, unknown>): Responder => says(accept(content));

describe("the chain", () => {
  const ask = (options: Partial<AskerOptions>) =>
    createAsker({ responders: [], terminal: false, logger: listener().logger, ...options }).ask({
      type: "text",
      prompt: "City?",
    });

  test("[A1, acceptance 35] the highest priority answers, and the lower ones are not asked", async () => {
    const responders = [
      { priority: 1, responder: fails },
      { priority: 10, responder: answering({ answer: "Oslo" }) },
    ];

    expect(await ask({ responders })).toEqual(accept({ answer: "Oslo" }));
  });

  test("[A1, acceptance 35] undefined falls through, and one that throws is logged and skipped", async () => {
    const { logger, lines } = listener();
    const responders = [
      { priority: 3, responder: says(undefined) },
      { priority: 2, responder: fails },
      { priority: 1, responder: answering({ answer: "Oslo" }) },
    ];

    expect(await ask({ responders, logger })).toEqual(accept({ answer: "Oslo" }));
    expect(lines).toEqual(["A responder failed and was passed over."]);
  });

  test("[A1, acceptance 35] last comes the terminal, and without one a cancellation", async () => {
    const responders = [{ priority: 3, responder: says(undefined) }];

    expect(await ask({ responders, terminal: answering({ answer: "Oslo" }) })).toEqual(
      accept({ answer: "Oslo" }),
    );
    expect(await ask({ responders })).toEqual({ action: "cancel", reason: "Nobody could be asked." });
  });

  test("[A1] a no is an answer, and nobody else is asked", async () => {
    const responders = [{ priority: 3, responder: says({ action: "decline" }) }];

    expect(await ask({ responders, terminal: fails })).toEqual({ action: "decline" });
  });

  test("[A4] a responder whose answer does not fit is passed over like one that failed", async () => {
    const responders = [
      { priority: 2, responder: answering({ answer: 7 }) },
      { priority: 1, responder: answering({ answer: "Oslo" }) },
    ];

    expect(await ask({ responders })).toEqual(accept({ answer: "Oslo" }));
  });
});

describe("what the model is told", () => {
  test.each([
    [{ type: "text", prompt: "City?" }, { answer: "Oslo" }, "The person answered: Oslo"],
    [{ type: "choice", prompt: "W?", options: ["a", "b"] }, { answer: "b" }, "The person selected: b"],
    [
      { type: "multi_choice", prompt: "W?", options: ["a", "b"] },
      { answer: ["a", "b"] },
      'The person selected: ["a","b"]',
    ],
    [
      { type: "multi_choice", prompt: "W?", options: ["a"] },
      { answer: [] },
      "The person selected none of the options.",
    ],
    [{ type: "confirmation", prompt: "Sure?" }, { answer: true }, "The person confirmed: yes."],
    [{ type: "confirmation", prompt: "Sure?" }, { answer: false }, "The person answered: no."],
    [
      {
        type: "form",
        prompt: "S",
        fields: [
          { name: "n", type: "number" },
          { name: "t", type: "boolean", default: false },
        ],
      },
      { n: 3.5 },
      'The person filled in the form: {"n":3.5,"t":false}',
    ],
  ])("[A3, A4, acceptance 37, 38] %j", async (spec, content, text) => {
    expect(await askerWith(answering(content)).elicit(spec)).toBe(text);
  });

  test.each([
    [
      { action: "decline", reason: "too nosy" },
      "The person declined to answer. The reason: too nosy. Nothing was given.",
    ],
    [{ action: "decline" }, "The person declined to answer. Nothing was given."],
    [
      { action: "cancel", reason: "closed" },
      "The question was cancelled. The reason: closed. Nothing was given.",
    ],
    [{ action: "timeout" }, "Nobody answered in time. Nothing was given."],
    [{ action: "unavailable", reason: "nobody" }, "Nobody is there who could be asked. Nothing was given."],
    [
      { action: "unavailable", reason: "limited", retryAfterMs: 1500 },
      "Too much has been asked. Try again in 2 seconds. Nobody was asked.",
    ],
  ] as [Answer, string][])(
    "[A3, C18, acceptance 37] a secret that is not given is never told as given: %j",
    async (answer, text) => {
      const asker = askerWith(says(answer), { vault: vaultInMemory() });

      expect(await asker.elicit({ type: "secret", prompt: "Key?" })).toBe(text);
      expect(await asker.elicit({ type: "text", prompt: "City?" })).toBe(text);
    },
  );

  test("[A2, acceptance 36] a bad spec is told as an error, and nobody is asked", async () => {
    const text = await askerWith(fails).elicit('{"type": "text"}');

    expect(text).toBe("Error: The spec cannot be asked. prompt: is missing; write what the person is asked.");
  });

  test("[A4, acceptance 38] required is required, and a default stays as it is", async () => {
    const spec = {
      type: "form",
      prompt: "S",
      fields: [
        { name: "a", type: "text" },
        { name: "b", type: "text", required: false },
      ],
    };

    expect(await askerWith(answering({ b: "x" })).elicit(spec)).toContain("cancelled");
    expect(await askerWith(answering({ a: "x" })).elicit(spec)).toBe(
      'The person filled in the form: {"a":"x"}',
    );
    expect(
      await askerWith(answering({})).elicit({ type: "confirmation", prompt: "Sure?", default: false }),
    ).toBe("The person answered: no.");
  });
});

describe("secrets", () => {
  test("[A3, C12, acceptance 37] the model gets a handle, and the value only goes where it is needed", async () => {
    const vault = vaultInMemory();
    const asker = askerWith(answering({ answer: KEY }), { vault });
    const text = await asker.elicit({
      type: "secret",
      prompt: "Enter your OpenAI API key:",
      name: "openai_key",
    });

    expect(text).toBe(
      "The person answered. The value is kept from you; pass secret:openai_key where a tool needs it.",
    );
    const args = {
      headers: ["Bearer secret:openai_key"],
      key: "secret:openai_key",
      deep: { n: 1, none: null },
    };
    expect(await asker.resolveSecrets(args)).toEqual({
      headers: [`Bearer ${KEY}`],
      key: KEY,
      deep: { n: 1, none: null },
    });
    expect(args.key).toBe("secret:openai_key");
  });

  test("[A3, acceptance 37] secrets inside forms are kept too, by handle", async () => {
    const asker = askerWith(answering({ user: "ann", token: KEY }), { vault: vaultInMemory() });
    const spec = {
      type: "form",
      prompt: "Sign in",
      fields: [
        { name: "user", type: "text" },
        { name: "token", type: "secret" },
      ],
    };

    expect(await asker.ask(spec)).toEqual(accept({ user: "ann", token: "secret:token" }));
    expect(await asker.elicit(spec)).not.toContain(KEY);
    expect(await asker.resolveSecrets("secret:token")).toBe(KEY);
  });

  test("[A3] a sensitive answer of any kind comes as a handle", async () => {
    const asker = askerWith(answering({ answer: "b" }), { vault: vaultInMemory() });
    const text = await asker.elicit({
      type: "choice",
      prompt: "Which account?",
      options: ["a", "b"],
      sensitive: true,
    });

    expect(text).toContain("secret:which_account");
    expect(await asker.resolveSecrets("secret:which_account")).toBe("b");
  });

  test("[C12] whoever showed a secret hears when it is kept, and need not keep it", async () => {
    const released: string[] = [];
    const person = Object.assign(answering({ answer: "sk-1" }), {
      release: async (id: string) => void released.push(id),
    });
    const asker = askerWith(person, { vault: vaultInMemory(), newId: () => "q7" });

    await asker.elicit({ type: "text", prompt: "City?" });
    expect(released).toEqual([]);
    await asker.elicit({ type: "secret", prompt: "Key?", name: "key" });
    expect(released).toEqual(["q7"]);
  });

  test("[C12] a view that cannot show secrets is not asked for one", async () => {
    const asker = askerWith(saysPlainly(accept({ answer: "sk-1" })), { vault: vaultInMemory() });

    expect(await asker.elicit({ type: "secret", prompt: "Key?" })).not.toContain("secret:");
  });

  test("[C12] a sensitive text is asked for as a secret", async () => {
    const shown: Elicitation[] = [];
    const respond = async (elicitation: Elicitation): Promise<Answer> => {
      shown.push(elicitation);
      return { action: "decline" };
    };
    const view = defineResponder(["form"], respond, ["secret"]);
    await askerWith(view, { vault: vaultInMemory() }).elicit({
      type: "text",
      prompt: "Code?",
      sensitive: true,
    });

    expect(shown).toMatchObject([{ schema: { properties: { answer: { type: "secret" } } } }]);
  });

  test("another secret does not take the place of one that is kept", async () => {
    const vault = vaultInMemory();
    const spec = { type: "secret", prompt: "Key?", name: "key" };
    const handles = [];
    for (const value of ["one", "two", "one"])
      handles.push(await askerWith(answering({ answer: value }), { vault }).ask(spec));

    expect(handles).toEqual([
      accept({ answer: "secret:key" }),
      accept({ answer: "secret:key_2" }),
      accept({ answer: "secret:key" }),
    ]);
  });

  test("a handle that nobody knows is an error, and not passed to a tool", async () => {
    await expect(
      askerWith(fails, { vault: vaultInMemory() }).resolveSecrets({ key: "secret:none" }),
    ).rejects.toThrow("There is no secret none.");
  });

  test("what a secret holds is not looked at for handles", async () => {
    const vault = vaultInMemory();
    await vault.set("agent", "a", "secret:b");
    await vault.set("agent", "b", KEY);

    expect(await askerWith(fails, { vault }).resolveSecrets(["secret:a", "x secret:a"])).toEqual([
      "secret:b",
      "x secret:b",
    ]);
  });

  test("[A3] where no vault is, a secret is not asked for", async () => {
    expect(await askerWith(answering({ answer: KEY })).elicit({ type: "secret", prompt: "Key?" })).toBe(
      "Error: This agent has no vault to keep secrets in. Ask the person to set the secret up in another way.",
    );
  });

  test("[C12] a vault that fails does not let the value out", async () => {
    const { logger, lines } = listener();
    const broken = { ...vaultInMemory(), set: () => Promise.reject(new Error("locked")) };
    const asker = askerWith(answering({ answer: KEY }), { vault: broken, logger });

    expect(await asker.ask({ type: "secret", prompt: "Key?" })).toEqual({
      action: "cancel",
      reason: "The answer could not be kept.",
    });
    expect(lines).toEqual(["An answer could not be kept."]);
  });
});

describe("waiting", () => {
  /** A person who answers when they are told to. */
  function slowPerson(): { readonly responder: Responder; answer(value: string): void } {
    let settle: (answer: Answer) => void = () => {};
    const responder = defineResponder(["form"], () => new Promise<Answer>((resolve) => (settle = resolve)));
    return { responder, answer: (value) => settle(accept({ answer: value })) };
  }

  test("[A5] past the caller's patience comes the id, and the answer can be had later", async () => {
    const clock = createFakeClock();
    const person = slowPerson();
    const asker = askerWith(person.responder, { clock, newId: () => "q7" });
    const text = asker.elicit({ type: "text", prompt: "City?", wait_seconds: 5 });
    await clock.advance(5000);

    expect(await text).toBe(
      "Nobody has answered yet. The question stays open under the id q7; ask for the answer again later.",
    );
    person.answer("Oslo");
    expect(await asker.getAnswer({ id: "q7", wait_seconds: 1 })).toBe("The person answered: Oslo");
    expect(await asker.answerTo("q7")).toEqual(accept({ answer: "Oslo" }));
  });

  test("[A5] who has stopped waiting can no longer withdraw the question", async () => {
    const clock = createFakeClock();
    const person = slowPerson();
    const caller = new AbortController();
    const asker = askerWith(person.responder, { clock, newId: () => "q7" });
    const told = asker.ask({ type: "text", prompt: "City?" }, { waitMs: 1000, signal: caller.signal });
    await clock.advance(1000);
    expect(await told).toEqual({ action: "unavailable", reason: "waiting", id: "q7" });
    caller.abort();
    person.answer("Oslo");

    expect(await asker.answerTo("q7")).toEqual(accept({ answer: "Oslo" }));
  });

  test("[A5] an id that nobody knows is told as such", async () => {
    const asker = askerWith(fails);

    expect(await asker.getAnswer({ id: "q9" })).toBe('Error: there is no question with the id "q9".');
    expect(await asker.getAnswer({})).toContain("id is missing");
    expect(await asker.answerTo("q9")).toBeUndefined();
  });

  test("a deadline ends the question", async () => {
    const clock = createFakeClock();
    const slow = waits();
    const told = askerWith(slow.responder, { clock }).ask({
      type: "text",
      prompt: "City?",
      timeout_seconds: 60,
    });
    await clock.advance(60_000);

    expect(await told).toEqual({ action: "timeout" });
    expect(slow.stopped()).toBe(true);
  });

  test("a view that does not close when it is told to keeps nobody waiting", async () => {
    const asker = askerWith(slowPerson().responder);
    const told = asker.ask({ type: "text", prompt: "City?" });
    asker.close();

    expect(await told).toEqual({ action: "cancel", reason: "The question was withdrawn." });
  });

  test("a caller who gives up withdraws the question, and so does the end of the asker", async () => {
    const [one, other] = [waits(), waits()];
    const caller = new AbortController();
    const told = askerWith(one.responder).ask({ type: "text", prompt: "City?" }, { signal: caller.signal });
    caller.abort();
    expect(await told).toMatchObject({ action: "cancel" });
    const asker = askerWith(other.responder);
    const left = asker.ask({ type: "text", prompt: "City?" });
    asker.close();

    expect(await left).toMatchObject({ action: "cancel" });
    expect([one.stopped(), other.stopped()]).toEqual([true, true]);
  });
});

describe("approveTool", () => {
  const call = { name: "delete_files", arguments: { path: "/tmp/x" }, description: "Deletes files." };
  const decide = (...answers: readonly Answer[]) => {
    const shown: Elicitation[] = [];
    const left = [...answers];
    const person = defineResponder(["form"], async (elicitation) => {
      shown.push(elicitation);
      return left.shift();
    });
    return { shown, approval: askerWith(person).approveTool(call) };
  };

  test("approving runs the tool with the model's arguments", async () => {
    const { shown, approval } = decide({
      ...accept({ decision: "approve", arguments: "{}" }),
      by: "ann",
    } as Answer);

    expect(await approval).toEqual({
      action: "approve",
      arguments: call.arguments,
      isEdited: false,
      by: "ann",
    });
    expect(shown[0]?.message).toBe('Run the tool delete_files?\nDeletes files.\n\n{\n  "path": "/tmp/x"\n}');
    expect(shown[0]?.asker).toMatchObject({ method: "tools/call", target: "delete_files" });
  });

  test("editing runs it with the person's arguments", async () => {
    const { approval } = decide(accept({ decision: "edit", arguments: '{"path":"/tmp/y"}' }));

    expect(await approval).toEqual({ action: "approve", arguments: { path: "/tmp/y" }, isEdited: true });
  });

  test("arguments that cannot be read are asked for again, and never guessed", async () => {
    const bad = accept({ decision: "edit", arguments: "[]" });
    const { shown, approval } = decide(bad, bad, bad, accept({ decision: "approve" }));

    expect(await approval).toEqual({
      action: "skip",
      because: "cancel",
      reason: "The new arguments could not be read: They are no JSON object.",
    });
    expect(shown).toHaveLength(3);
    expect(shown[1]?.message).toContain("They are no JSON object.");
  });

  test.each([
    [accept({ decision: "skip" }), { action: "skip", because: "skip" }],
    [
      { action: "decline", reason: "no" },
      { action: "skip", because: "decline", reason: "no" },
    ],
    [
      { action: "cancel", reason: "closed" },
      { action: "skip", because: "cancel", reason: "closed" },
    ],
    [{ action: "timeout" }, { action: "skip", because: "timeout" }],
  ] as [Answer, object][])("[C1] nothing but approval lets a tool run: %j", async (answer, approval) => {
    expect(await decide(answer).approval).toEqual(approval);
  });

  test("[C9] nothing is chosen for the person", () => {
    const { shown, approval } = decide({ action: "timeout" });

    expect(JSON.stringify(shown[0])).not.toContain("default");
    return approval;
  });
});

test("[A2] the tool's definition names the six kinds", () => {
  expect(elicitTool.inputSchema).toMatchObject({
    properties: {
      type: { enum: ["text", "choice", "multi_choice", "secret", "confirmation", "form"] },
    },
    required: ["type", "prompt"],
  });
});
