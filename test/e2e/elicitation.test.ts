// Forms, the model and the roots of every official client, asked for over every transport.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { type Peer, textOf } from "./clients/peer.js";
import { modelSays, Person, type Reaction, ROOTS } from "./clients/person.js";
import { SHAPES } from "./servers/form-tools.js";

const answerOf = async (peer: Peer, tool: string): Promise<unknown> =>
  JSON.parse(textOf(await peer.call(tool)));

const GREETING = { type: "text", text: "Say hello." };
const SAMPLED = { role: "assistant", model: "e2e", content: { type: "text", text: modelSays(GREETING) } };

describe.each(rows)("$label", ({ connect, era }) => {
  const person = new Person();
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect({ person });
  });
  afterAll(() => peer.close());

  test("[acceptance 29, 30] a form arrives with its message and every shape of field, in order", async () => {
    person.reacts(() => ({ action: "cancel" }));
    await peer.call("register");

    expect(person.shown).toMatchObject([{ mode: "form", message: "Please register." }]);
    const schema = person.shown[0]?.requestedSchema;
    expect(schema).toEqual({ type: "object", properties: SHAPES, required: ["name", "dishes"] });
    expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(SHAPES));
  });

  test("[acceptance 31] texts, numbers, truth values and lists of texts reach the handler as they are", async () => {
    const content = {
      name: "Ann",
      weight: 61.5,
      age: 41,
      member: false,
      size: "m",
      seat: "out",
      extras: ["quiet", "window"],
      dishes: ["fish"],
      drink: "tea",
    };
    person.reacts(() => ({ action: "accept", content }));

    expect(await answerOf(peer, "register")).toEqual({ action: "accept", content });
  });

  test("[acceptance 31] a field that is not required may be left out", async () => {
    person.reacts(() => ({ action: "accept", content: { name: "Ann", dishes: ["soup"] } }));

    expect(await answerOf(peer, "register")).toEqual({
      action: "accept",
      content: { name: "Ann", dishes: ["soup"] },
    });
  });

  test("[acceptance 31] declining is an answer", async () => {
    person.reacts(() => ({ action: "decline" }));

    expect(await answerOf(peer, "register")).toEqual({ action: "decline" });
  });

  test("[acceptance 31] dismissing is an answer", async () => {
    person.reacts(() => ({ action: "cancel" }));

    expect(await answerOf(peer, "register")).toEqual({ action: "cancel", reason: "dismissed" });
  });

  test("defaults arrive with their fields, and are filled in where the answer has none", async () => {
    person.reacts(() => ({ action: "accept", content: { name: "Ben" } }));

    expect(await answerOf(peer, "review")).toEqual({
      action: "accept",
      content: {
        name: "Ben",
        note: "",
        age: 30,
        score: 95.5,
        smoker: false,
        seat: "out",
        extras: ["quiet"],
      },
    });
    const fields = Object.values(person.shown[0]?.requestedSchema?.properties ?? {});
    expect(fields.map((field) => field.default)).toEqual(["Ann", "", 30, 95.5, false, "out", ["quiet"]]);
  });

  test("an answer that breaks the form is asked for again, with what is wrong in it", async () => {
    const contents = [
      { name: "Ann", dishes: [], age: 200 },
      { name: "Ann", dishes: ["fish"] },
    ];
    person.reacts(() => ({ action: "accept", content: contents[person.shown.length - 1] ?? {} }));

    expect(await answerOf(peer, "register")).toEqual({
      action: "accept",
      content: { name: "Ann", dishes: ["fish"] },
    });
    expect(person.shown).toHaveLength(2);
    expect(person.shown[1]?.message).toMatch(/^Please register\.\n\nPlease correct:\n- age.*\n- dishes/);
  });

  test("an answer that never fits is asked for four times, and is none", async () => {
    person.reacts(() => ({ action: "accept", content: { name: "" } }));

    expect(await answerOf(peer, "register")).toMatchObject({ action: "cancel" });
    expect(person.shown).toHaveLength(4);
  });

  test.each<[string, Reaction]>([
    ["true", { action: "accept", content: { confirmed: true } }],
    ["false", { action: "accept", content: { confirmed: false } }],
    ["false", { action: "decline" }],
  ])("confirm is %s for %o", async (text, reaction) => {
    person.reacts(() => reaction);

    expect(textOf(await peer.call("confirm"))).toBe(text);
  });

  test("questions come one after the other, and the steps between them are done once", async () => {
    person.reacts(({ message }) => ({ action: "accept", content: { text: `re ${message}` } }));

    expect(textOf(await peer.call("survey", { questions: 3 }))).toBe(
      "re Question 1?, re Question 2?, re Question 3?; 3 steps",
    );
    expect(person.shown).toHaveLength(3);
  });

  test("several things are asked for at once", async () => {
    person.reacts(async ({ message }) => {
      await person.sees(2);
      return message === "When?"
        ? { action: "accept", content: { day: "2026-08-01" } }
        : { action: "decline" };
    });

    expect(await answerOf(peer, "several")).toEqual([
      { action: "decline" },
      { action: "accept", content: { day: "2026-08-01" } },
      expect.objectContaining(SAMPLED),
      ROOTS,
    ]);
  });

  test("[acceptance 19] the client's model writes a message", async () => {
    expect(await answerOf(peer, "sample")).toMatchObject(SAMPLED);
  });

  test("[acceptance 19] the client tells its roots", async () => {
    expect(await answerOf(peer, "roots")).toEqual(ROOTS);
  });

  test("work that is put off may ask", async () => {
    person.reacts(() => ({ action: "accept", content: { city: "Oslo" } }));

    expect(await answerOf(peer, "ask_later")).toEqual({ action: "accept", content: { city: "Oslo" } });
  });

  test("a prompt may ask", async () => {
    person.reacts(() => ({ action: "accept", content: { city: "Oslo" } }));

    expect(JSON.stringify(await peer.getPrompt("journey"))).toContain("Oslo");
    expect(person.shown).toHaveLength(1);
  });

  test("a resource may ask", async () => {
    person.reacts(() => ({ action: "accept", content: { day: "2026-08-01" } }));

    expect(JSON.stringify(await peer.readResource("app:///diary"))).toContain("2026-08-01");
    expect(person.shown).toHaveLength(1);
  });

  test("calls that ask at the same time each get their own answer", async () => {
    person.reacts(async () => {
      const mine = person.shown.length;
      await person.sees(3);
      return { action: "accept", content: { name: `Guest ${mine}`, dishes: ["soup"] } };
    });
    const answers = await Promise.all([1, 2, 3].map(() => answerOf(peer, "register")));

    const names = answers.map((answer) => (answer as { content: { name: string } }).content.name);
    expect(names.sort()).toEqual(["Guest 1", "Guest 2", "Guest 3"]);
  });

  if (era === "modern") {
    test("a run may have as many rounds as the server allows", async () => {
      person.reacts(() => ({ action: "accept", content: { text: "yes" } }));

      expect(textOf(await peer.call("survey", { questions: 9 }))).toContain("9 steps");
    });

    test("a run past its last round is a tool error, and not the client's own", async () => {
      person.reacts(() => ({ action: "accept", content: { text: "yes" } }));

      const result = await peer.call("survey", { questions: 11 });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain("Clients stop");
    });
  } else {
    test("a run asks as often as it likes", async () => {
      person.reacts(() => ({ action: "accept", content: { text: "yes" } }));

      expect(textOf(await peer.call("survey", { questions: 12 }))).toContain("12 steps");
    });

    test("a client that fails at showing a question dismissed it", async () => {
      person.reacts(() => {
        throw new Error("The screen is broken.");
      });

      expect(await answerOf(peer, "register")).toMatchObject({
        action: "cancel",
        reason: expect.stringContaining("The screen is broken."),
      });
    });

    test("a session is asked outside of any call", async () => {
      person.reacts(() => ({ action: "accept", content: { text: "Indeed." } }));
      await peer.listen();
      await peer.call("beside", { key: "beside" });

      expect(JSON.parse(textOf(await peer.call("said", { key: "beside" })))).toEqual({
        action: "accept",
        content: { text: "Indeed." },
      });
      expect(person.shown).toMatchObject([{ mode: "form", message: "By the way?" }]);
    });
  }
});

describe.each(rows)("$label that can do less", ({ connect }) => {
  async function withAbilities(
    abilities: Person["abilities"],
    act: (peer: Peer) => Promise<void>,
  ): Promise<void> {
    const person = new Person(abilities);
    const peer = await connect({ person });
    person.reacts(() => ({ action: "accept", content: {} }));
    try {
      await act(peer);
    } finally {
      await peer.close();
    }
  }

  test("[acceptance 10, 28] forms alone are what a client with nothing but forms is asked for", () =>
    withAbilities({ elicitation: { form: { applyDefaults: true } } }, async (peer) => {
      expect((await peer.call("can")).structuredContent).toEqual({
        form: true,
        url: false,
        sampling: false,
        roots: false,
      });
      expect(await answerOf(peer, "look")).toEqual({ action: "unavailable", reason: "nobody" });
    }));

  test("[acceptance 10] a bare elicitation capability stands for forms", () =>
    withAbilities({ elicitation: {} }, async (peer) => {
      expect((await peer.call("can")).structuredContent).toMatchObject({ form: true, url: false });
    }));

  test("[acceptance 28] a client that fills in defaults itself gives the same answer", () =>
    withAbilities({ elicitation: { form: { applyDefaults: true } } }, async (peer) => {
      expect(await answerOf(peer, "review")).toMatchObject({
        action: "accept",
        content: { name: "Ann", note: "", age: 30, score: 95.5, smoker: false, seat: "out" },
      });
    }));

  test("[acceptance 10] a client that cannot be asked is nobody", () =>
    withAbilities({}, async (peer) => {
      expect((await peer.call("can")).structuredContent).toEqual({
        form: false,
        url: false,
        sampling: false,
        roots: false,
      });
      expect(await answerOf(peer, "register")).toEqual({ action: "unavailable", reason: "nobody" });
    }));

  test.each(["sample", "roots"])("%s fails for a client that cannot do it", (tool) =>
    withAbilities({ elicitation: {} }, async (peer) => {
      expect((await peer.call(tool)).isError).toBe(true);
    }),
  );
});
