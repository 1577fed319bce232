// Keys: which answer belongs to which question, also when the handler is another one by now.

import { describe, expect, it } from "vitest";
import { type CallContext, createServer, field, form, type Server } from "../../../src/index.js";
import { accept, modernWire, type Person, type Played, play, scripted, wires, yes } from "./play.js";

const keys = ["a key of at least thirty-two bytes, and then some"];

type Handler = (ctx: CallContext) => Promise<string>;

function deploy(handler: Handler) {
  const warnings: unknown[] = [];
  const server = createServer({
    name: "test",
    version: "1.0.0",
    keys,
    logger: { debug() {}, info() {}, warn: (...told) => warnings.push(told), error() {} },
  });
  server.tool("do", {}, (_input, ctx) => handler(ctx));
  return { server, warnings };
}

/** Begins with one handler; the given answers later another one is there. */
async function redeployed(before: Handler, after: Handler, person: Person, rounds = 1) {
  const first = deploy(before);
  const second = deploy(after);
  const servers: Server[] = Array.from({ length: 20 }, (_, index) =>
    index < rounds ? first.server : second.server,
  );
  const played: Played = await play(modernWire(servers), "do", person);
  return { played, warnings: second.warnings };
}

const text = async (ctx: CallContext, message: string, key?: string): Promise<string> => {
  const answer = await ctx.elicit(form(message, { it: field.string() }), key === undefined ? {} : { key });
  return answer.action === "accept" ? answer.content.it : answer.action;
};

const said = (it: string): object => accept({ it });

describe("after a redeploy", () => {
  it("a reworded question is asked again, with a warning, when it has a key", async () => {
    const { played, warnings } = await redeployed(
      async (ctx) => `${await text(ctx, "Name?", "name")} ${await text(ctx, "Town?", "town")}`,
      async (ctx) => `${await text(ctx, "Full name?", "name")} ${await text(ctx, "Town?", "town")}`,
      scripted({ "Name?": said("Ann"), "Full name?": said("Ann Lee"), "Town?": said("Rome") }),
      2,
    );
    expect(played.rounds).toEqual([["Name?"], ["Town?"], ["Full name?"], ["Town?"]]);
    expect(played.text).toBe("Ann Lee Rome");
    expect(warnings[0]).toEqual([
      "A question was reworded, so it is asked again.",
      expect.objectContaining({ key: "name" }),
    ]);
  });

  it("a reworded question without a key is another question, with a warning once the run is over", async () => {
    const { played, warnings } = await redeployed(
      async (ctx) => `${await text(ctx, "Name?")} ${await text(ctx, "Town?")}`,
      async (ctx) => `${await text(ctx, "Full name?")} ${await text(ctx, "Town?")}`,
      scripted({ "Name?": said("Ann"), "Full name?": said("Ann Lee"), "Town?": said("Rome") }),
      2,
    );
    expect(played.rounds).toEqual([["Name?"], ["Town?"], ["Full name?"], ["Town?"]]);
    expect(played.text).toBe("Ann Lee Rome");
    expect(warnings).toEqual([
      [
        "A question that was answered is asked no more: it was reworded or taken out.",
        expect.objectContaining({ key: played.questions[0]?.id }),
      ],
    ]);
  });

  it("a question with a key that was taken out is none that was reworded", async () => {
    const { played, warnings } = await redeployed(
      async (ctx) => `${await text(ctx, "Name?", "name")} ${await text(ctx, "Town?")}`,
      async (ctx) => `${await text(ctx, "Town?")} ${await text(ctx, "Day?")}`,
      scripted({ "Name?": said("Ann"), "Town?": said("Rome"), "Day?": said("Friday") }),
      2,
    );
    expect(played.text).toBe("Rome Friday");
    expect(warnings).toEqual([]);
  });

  it("a question with another form under the same words is asked again", async () => {
    const { played } = await redeployed(
      async (ctx) => `${await text(ctx, "Name?", "name")} ${await text(ctx, "Town?")}`,
      async (ctx) => {
        const name = await ctx.elicit(form("Name?", { it: field.string({ minLength: 2 }) }), { key: "name" });
        return `${name.action} ${await text(ctx, "Town?")}`;
      },
      scripted({ "Name?": [said("A"), said("Ann")], "Town?": said("Rome") }),
      2,
    );
    expect(played.questions.filter(({ message }) => message === "Name?")).toHaveLength(2);
    expect(played.text).toBe("accept Rome");
  });

  it("an inserted question is asked, and the answers of the others are kept", async () => {
    const { played, warnings } = await redeployed(
      async (ctx) => `${await text(ctx, "Name?")} ${await text(ctx, "Town?")}`,
      async (ctx) => `${await text(ctx, "Title?")} ${await text(ctx, "Name?")} ${await text(ctx, "Town?")}`,
      scripted({ "Name?": said("Ann"), "Title?": said("Dr."), "Town?": said("Rome") }),
      2,
    );
    expect(played.questions.filter(({ message }) => message === "Name?")).toHaveLength(1);
    expect(played.text).toBe("Dr. Ann Rome");
    expect(warnings).toEqual([]);
  });

  it("reordered questions keep their answers", async () => {
    const { played, warnings } = await redeployed(
      async (ctx) => {
        const [name, town] = [await text(ctx, "Name?"), await text(ctx, "Town?")];
        return `${name} ${town} ${await text(ctx, "Day?")}`;
      },
      async (ctx) => {
        const [town, name] = [await text(ctx, "Town?"), await text(ctx, "Name?")];
        return `${name} ${town} ${await text(ctx, "Day?")}`;
      },
      scripted({ "Name?": said("Ann"), "Town?": said("Rome"), "Day?": said("Friday") }),
      3,
    );
    expect(played.rounds).toEqual([["Name?"], ["Town?"], ["Day?"]]);
    expect(played.text).toBe("Ann Rome Friday");
    expect(warnings).toEqual([]);
  });

  it("a question that is gone is forgotten, with its answer", async () => {
    const { played } = await redeployed(
      async (ctx) => `${await text(ctx, "Name?")} ${await text(ctx, "Town?")}`,
      async (ctx) => text(ctx, "Name?"),
      scripted({ "Name?": said("Ann"), "Town?": said("Rome") }),
      2,
    );
    expect([played.rounds, played.text]).toEqual([[["Name?"], ["Town?"]], "Ann"]);
  });

  it("a step keeps its result", async () => {
    const ran: string[] = [];
    const { played } = await redeployed(
      async (ctx) => {
        await ctx.step("hold", () => ran.push("before"));
        return text(ctx, "Name?");
      },
      async (ctx) => {
        await ctx.step("new", () => ran.push("new"));
        await ctx.step("hold", () => ran.push("after"));
        return text(ctx, "Name?");
      },
      scripted({ "Name?": said("Ann") }),
    );
    expect([played.text, ran]).toEqual(["Ann", ["before", "new"]]);
  });

  it("an answer that does not pass any more is asked for again", async () => {
    const refined =
      (isStrict: boolean): Handler =>
      async (ctx) => {
        const schema = {
          "~standard": {
            version: 1 as const,
            vendor: "test",
            validate: (value: unknown) =>
              isStrict && (value as { it: string }).it === "Ann"
                ? { issues: [{ message: "not Ann again" }] }
                : { value: value as { it: string } },
            jsonSchema: {
              input: () => ({ type: "object", properties: { it: { type: "string" } }, required: ["it"] }),
              output: () => ({}),
            },
          },
        };
        const answer = await ctx.elicit("Name?", schema as never);
        const town = await text(ctx, "Town?");
        return `${JSON.stringify(answer)} ${town}`;
      };
    const { played, warnings } = await redeployed(
      refined(false),
      refined(true),
      scripted({ "Name?": [said("Ann"), said("Bob")], "Town?": said("Rome") }),
      2,
    );
    expect(played.text).toBe('{"action":"accept","content":{"it":"Bob"}} Rome');
    expect(JSON.stringify(warnings)).toContain("does not pass any more");
  });

  describe("an answer that waited for the others of its round", () => {
    /** Asks for name and town at once; the person forgets the town at first. */
    const both =
      (name: (ctx: CallContext) => Promise<string>): Handler =>
      async (ctx) =>
        (await Promise.all([name(ctx), text(ctx, "Town?", "town")])).join(" ");
    const forgetful = (script: Readonly<Record<string, object>>): Person => {
      let asked = 0;
      return (question) => {
        if (question.id === "town" && asked++ === 0) return undefined;
        return scripted(script)(question);
      };
    };
    const ann = { "Name?": said("Ann"), "Full name?": said("Ann Lee"), "Town?": said("Rome") };

    it("is asked for again when its question was reworded, with a warning", async () => {
      const { played, warnings } = await redeployed(
        both((ctx) => text(ctx, "Name?", "name")),
        both((ctx) => text(ctx, "Full name?", "name")),
        forgetful(ann),
        2,
      );
      expect(played.rounds).toEqual([["Name?", "Town?"], ["Town?"], ["Full name?"]]);
      expect(played.text).toBe("Ann Lee Rome");
      expect(warnings).toEqual([
        ["A question was reworded, so it is asked again.", expect.objectContaining({ key: "name" })],
      ]);
    });

    it("is forgotten when its question is gone, with a warning once the run is over", async () => {
      const { played, warnings } = await redeployed(
        both((ctx) => text(ctx, "Name?")),
        both(async () => "nobody"),
        forgetful(ann),
        2,
      );
      expect(played.text).toBe("nobody Rome");
      expect(warnings).toEqual([
        [
          "A question that was answered is asked no more: it was reworded or taken out.",
          expect.objectContaining({ key: played.questions[0]?.id }),
        ],
      ]);
    });

    it("is asked for again, and told what is wrong, when it does not pass any more", async () => {
      const atMost = (maxLength: number) => async (ctx: CallContext) => {
        // What a schema checks by itself is no part of what a person sees.
        const schema = {
          "~standard": {
            version: 1 as const,
            vendor: "test",
            validate: (value: unknown) =>
              (value as { it: string }).it.length > maxLength
                ? { issues: [{ message: "too long by now" }] }
                : { value: value as { it: string } },
            jsonSchema: {
              input: () => ({ type: "object", properties: { it: { type: "string" } }, required: ["it"] }),
              output: () => ({}),
            },
          },
        };
        const answer = await ctx.elicit("Name?", schema as never, { key: "name" });
        return JSON.stringify(answer);
      };
      const person = forgetful(ann);
      const { played } = await redeployed(
        both(atMost(10)),
        both(atMost(2)),
        (question) => (question.message.includes("too long by now") ? said("Al") : person(question)),
        2,
      );
      expect(played.rounds.slice(0, 2)).toEqual([["Name?", "Town?"], ["Town?"]]);
      expect(played.text).toBe('{"action":"accept","content":{"it":"Al"}} Rome');
    });
  });
});

describe.each(wires)("for %s", (_name, open) => {
  it("equal questions in a loop keep their own answers", async () => {
    const { server } = deploy(async (ctx) => {
      const names: string[] = [];
      for (let count = 0; count < 4; count += 1) names.push(await text(ctx, "Next?"));
      return names.join();
    });
    const person = scripted({ "Next?": ["a", "b", "c", "d"].map(said) });
    const played = await play(await open(server), "do", person);
    expect(played.text).toBe("a,b,c,d");
    expect(new Set(played.questions.map(({ id }) => id)).size).toBe(4);
  });

  it("two questions with one explicit key: the second rejects and is named", async () => {
    const { server } = deploy(async (ctx) => {
      const first = await ctx.confirm("First?", { key: "same" });
      const second = await ctx.confirm("Second?", { key: "same" }).catch((error) => error);
      return `${first} ${second.code} ${second.message}`;
    });
    const played = await play(await open(server), "do", () => yes);
    expect(played.questions).toHaveLength(1);
    expect(played.text).toBe(
      "true duplicate-key Two questions of one run have the key same; the second is “Second?”. Give each its own.",
    );
  });

  it("two questions at once with one explicit key: the second rejects", async () => {
    const { server } = deploy(async (ctx) => {
      const asked = [ctx.confirm("First?", { key: "same" }), ctx.confirm("First?", { key: "same" })];
      const [first, second] = await Promise.allSettled(asked);
      return `${first?.status} ${second?.status}`;
    });
    expect((await play(await open(server), "do", () => yes)).text).toBe("fulfilled rejected");
  });

  it.each<readonly [string, object]>([
    ["an empty key", { key: "" }],
    ["a key that is no text", { key: 5 }],
    ["a key that no message can carry", { key: "__proto__" }],
    ["a key that is too long", { key: "x".repeat(201) }],
    ["an unknown option", { until: "consent" }],
    ...[0, -1, Number.NaN, 2 ** 70, "30", Infinity, null, {}].map((timeoutMs): [string, object] => [
      `a timeoutMs of ${String(timeoutMs)}`,
      { timeoutMs },
    ]),
    ["an empty audience", { audience: "" }],
    ["another offer", { offer: "none" }],
  ])("%s rejects, and nobody is asked", async (_what, options) => {
    const { server } = deploy(async (ctx) =>
      ctx.confirm("Sure?", options).then(String, (error) => String(error.code)),
    );
    const played = await play(await open(server), "do", () => yes);
    expect([played.text, played.questions]).toEqual(["invalid-arguments", []]);
  });
});

it("the key of a question is the key of its input request", async () => {
  const { server } = deploy((ctx) => text(ctx, "Name?", "name"));
  const played = await play(modernWire(server), "do", () => said("Ann"));
  expect(played.questions.map(({ id }) => id)).toEqual(["name"]);
});

it("a key named like a member that every object has is a key like any other", async () => {
  const { server } = deploy(async (ctx) => {
    const [one, two] = await Promise.all([text(ctx, "One?", "constructor"), text(ctx, "Two?", "toString")]);
    await ctx.step("valueOf", () => 1);
    return `${one} ${two} ${await text(ctx, "Three?", "hasOwnProperty")}`;
  });
  const person = scripted({ "One?": said("1"), "Two?": said("2"), "Three?": said("3") });
  expect((await play(modernWire(server), "do", person)).text).toBe("1 2 3");
});
