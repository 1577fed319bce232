// The assertion that a handler is replay-safe: what passes, and the sentences for what does not.

import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type CallContext, createServer, ToolError } from "../../../src/index.js";
import {
  accept,
  assertReplaySafe,
  decline,
  type ReplaySafeOptions,
  type ServerKit,
} from "../../../src/testing/index.js";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const yes = accept({ confirmed: true });

type Handler = (ctx: CallContext, kit: ServerKit) => unknown;

const makeWith =
  (handler: Handler, { withKeys = true } = {}) =>
  (kit: ServerKit) => {
    const server = createServer({
      name: "lab",
      version: "1.0.0",
      logger: silent,
      ...(withKeys && { keys: kit.keys }),
    });
    server.tool("try", {}, (_, ctx) => handler(ctx, kit) as string);
    return server;
  };

const assertSafe = (handler: Handler, answers: ReplaySafeOptions["answers"] = [yes], more: object = {}) =>
  assertReplaySafe(makeWith(handler), { tool: "try", answers, ...more });

/** The sentences with which the assertion fails. */
const complaint = async (handler: Handler, answers?: ReplaySafeOptions["answers"]): Promise<string> => {
  const error = await assertSafe(handler, answers).then(
    () => new Error("It passed."),
    (thrown: Error) => thrown,
  );
  expect(error.name).toBe("AssertionError");
  return error.message;
};

describe("assertReplaySafe passes", () => {
  const safe: readonly (readonly [string, Handler, ReplaySafeOptions["answers"]])[] = [
    ["a handler that asks nothing", () => "Done.", []],
    [
      "effects after the last question",
      async (ctx, { effect }) => {
        const ok = await ctx.confirm("Sure?");
        effect("mail");
        return `${ok}`;
      },
      [yes],
    ],
    [
      "effects in steps",
      async (ctx, { effect }) => {
        const one = await ctx.step("one", () => effect("one"));
        const sure = await ctx.confirm("Sure?");
        await ctx.step("two", () => effect("two"));
        return `${one} ${sure} ${await ctx.confirm("Really?")}`;
      },
      [yes, decline()],
    ],
    [
      "questions at once, and a question in a loop",
      async (ctx) => {
        const both = await Promise.all([ctx.confirm("Left?"), ctx.confirm("Right?")]);
        let count = 0;
        while (await ctx.confirm("More?")) count += 1;
        return `${both} ${count}`;
      },
      { "Left?": yes, "Right?": decline(), "More?": [yes, yes, decline()] },
    ],
    [
      "try, catch and finally",
      async (ctx, { effect }) => {
        try {
          await ctx.step("fail", () => {
            throw new Error("No.");
          });
        } catch {
          return `${await ctx.confirm("Go on?")}`;
        } finally {
          effect("end");
        }
      },
      [yes],
    ],
    [
      "times and ids of the run in a question",
      async (ctx) => {
        const id = ctx.uuid();
        return (await ctx.confirm(`Take ${id}, ${ctx.now()}, ${ctx.random()}?`)) ? "Taken." : "Left.";
      },
      [yes],
    ],
    [
      "a resource that is let go in ctx.defer",
      async (ctx, { acquire }) => {
        ctx.defer(acquire("connection"));
        return `${await ctx.confirm("Sure?")}`;
      },
      [yes],
    ],
    [
      "a question asked first and awaited later",
      async (ctx, { effect }) => {
        const answer = ctx.confirm("Sure?");
        await ctx.step("meanwhile", () => effect("meanwhile"));
        return `${await answer}`;
      },
      [yes],
    ],
    ["a deadline", async (ctx) => `${await ctx.confirm("Sure?", { timeoutMs: 60_000 })}`, [yes]],
    [
      "timers in steps, timers that have gone off, and timers that hold nothing open",
      async (ctx) => {
        await delay(1);
        await ctx.step("wait", () => delay(1));
        await ctx.step("arm", () => void setTimeout(() => {}, 50));
        setTimeout(() => {}, 60_000).unref();
        return `${await ctx.confirm("Sure?")}`;
      },
      [yes],
    ],
    [
      "a failure that is the same every time",
      async (ctx) => {
        await ctx.confirm("Sure?");
        throw new Error("Broken.");
      },
      [yes],
    ],
    [
      "a tool error",
      async (ctx) => {
        await ctx.confirm("Sure?");
        throw new ToolError("Not today.");
      },
      [yes],
    ],
    [
      "more questions than rounds could be run again for",
      async (ctx) => {
        for (let index = 0; index < 8; index += 1) await ctx.confirm(`Number ${index}?`);
        return "Done.";
      },
      () => yes,
    ],
  ];

  it.each(safe)("%s", async (_title, handler, answers) => {
    await assertSafe(handler, answers);
  });

  it("prompts and resources", async () => {
    const make = () => {
      const server = createServer({ name: "lab", version: "1.0.0" });
      server.prompt("plan", {}, async (_, ctx) => `${await ctx.confirm("Sure?")}`);
      server.resource("menu", { uri: "lab://menu" }, async (_, ctx) => `${await ctx.confirm("Sure?")}`);
      return server;
    };
    await assertReplaySafe(make, { prompt: "plan", answers: [yes] });
    await assertReplaySafe(make, { resource: "lab://menu", answers: [yes] });
  });

  it("results with ids in them, once they are made comparable", async () => {
    const handler: Handler = async (ctx) => `${await ctx.confirm("Sure?")} ${ctx.uuid()}`;
    expect(await complaint(handler)).toContain("make both the same with `normalize`");
    await assertSafe(handler, [yes], { normalize: () => "the same" });
  });
});

describe("assertReplaySafe fails for", () => {
  it("an effect outside of a step before a question", async () => {
    const message = await complaint(async (ctx, { effect }) => {
      effect("send mail");
      return `${await ctx.confirm("Sure?")}`;
    });
    expect(message).toBe(
      [
        "The tool try is not replay-safe. In the modern era:",
        '- “send mail” happened 2 times; in the legacy era it happened once. The handler does it outside of a step, before it asks “Sure?”, and it runs again from its first line for every answer. Do it in ctx.step("send mail", …), or after the last question.',
      ].join("\n"),
    );
  });

  it("an effect between two questions", async () => {
    const message = await complaint(
      async (ctx, { effect }) => {
        await ctx.confirm("First?");
        effect("charge");
        return `${await ctx.confirm("Second?")}`;
      },
      [yes, yes],
    );
    // It happens in the round that asks the second question, and again in the last.
    expect(message).toContain("“charge” happened 2 times; in the legacy era it happened once.");
    expect(message).toContain("before it asks “Second?”");
  });

  it("an effect while a question is open", async () => {
    const message = await complaint(async (ctx, { effect }) => {
      const answer = ctx.confirm("Sure?");
      effect("note");
      return `${await answer}`;
    });
    expect(message).toContain("while it waits for “Sure?”");
  });

  it("an effect that comes about only in one of the later ways", async () => {
    let runs = 0;
    const message = await complaint(async (ctx, { effect }) => {
      runs += 1;
      const sure = await ctx.confirm("Sure?");
      if (runs > 5) effect("late");
      return `${sure}`;
    });
    expect(message).toContain("“late” happened once; in the legacy era it never happened.");
  });

  it("an effect that is left out when the handler runs again", async () => {
    const message = await complaint(async (ctx, { effect }) => {
      const sure = await ctx.confirm("Sure?");
      if (ctx.run.round === 1) effect("thank");
      return `${sure}`;
    });
    expect(message).toContain("“thank” never happened; in the legacy era it happened once.");
  });

  it("a question that changes every time the handler runs", async () => {
    let count = 0;
    const message = await complaint(
      async (ctx) => {
        count += 1;
        return `${await ctx.confirm(`Take number ${count}?`)}`;
      },
      () => yes,
    );
    expect(message).toContain(
      "The handler asked “Take number 2?”, and when it ran again it asked “Take number 3?” instead, so the answer is lost.",
    );
    expect(message).toContain("ctx.now(), ctx.uuid() and ctx.random()");
  });

  it("a question that is left out when the handler runs again", async () => {
    const message = await complaint(async (ctx) => {
      const first = ctx.run.round === 1 && (await ctx.confirm("First?"));
      return `${first}`;
    });
    expect(message).toContain("The handler asked “First?”, and when it ran again it did not ask that");
  });

  it("a question raced against a timer", async () => {
    const over = new AbortController();
    const message = await complaint(async (ctx) => {
      const timer = delay(60_000, "late", { signal: over.signal });
      return `${await Promise.race([ctx.confirm("Sure?"), timer])}`;
    });
    over.abort();
    expect(message).toContain("In the modern era:\n- A timer (set at ");
    expect(message).toContain("assert-replay-safe.test.ts");
    expect(message).toContain("was running while “Sure?” was open.");
    expect(message).toContain("give the question a `timeoutMs` instead");
  });

  it("a question raced against a step", async () => {
    const message = await complaint(
      async (ctx) => `${await Promise.race([ctx.confirm("Sure?"), ctx.step("poll", () => "polled")])}`,
      () => yes,
    );
    expect(message).toContain("In the legacy era:\n- The handler returned while “Sure?” was open");
    expect(message).toContain("raced it against something that is not a question");
  });

  it("a question raced against a step that is slower than the person", async () => {
    const message = await complaint(
      async (ctx) => {
        const slow = ctx.step("poll", () => (ctx.era === "legacy" ? new Promise(() => {}) : "polled"));
        return `${await Promise.race([ctx.confirm("Sure?"), slow])}`;
      },
      () => yes,
    );
    expect(message).toContain("In the modern era:\n- The handler returned while “Sure?” was open");
  });

  it("a resource that is let go in finally", async () => {
    const message = await complaint(async (ctx, { acquire }) => {
      const release = acquire("connection");
      try {
        return `${await ctx.confirm("Sure?")}`;
      } finally {
        release();
      }
    });
    expect(message).toContain("“connection” was acquired 2 times and is still held once.");
    expect(message).toContain("let it go in ctx.defer(…)");
  });

  it("a resource that is never let go, in either era", async () => {
    const message = await complaint(async (ctx, { acquire }) => {
      acquire("lock");
      return `${await ctx.confirm("Sure?")}`;
    });
    expect(message).toContain("In the legacy era:\n- “lock” was acquired once and is still held once.");
  });

  it("a step that only runs the first time", async () => {
    const message = await complaint(async (ctx) => {
      const sure = await ctx.confirm("Sure?");
      if (ctx.run.round === 1) await ctx.step("first", () => 1);
      return `${sure}`;
    });
    expect(message).toContain("The step first never ran; in the legacy era it ran once.");
  });

  it("a result that is another when the handler runs again", async () => {
    const message = await complaint(async (ctx) => `${await ctx.confirm("Sure?")} in round ${ctx.run.round}`);
    expect(message).toContain('"text":"true in round 2"');
    expect(message).toContain(
      '; in the legacy era it came to {"content":[{"type":"text","text":"true in round 1"}]',
    );
  });

  it("what a server keeps for itself between rounds, if servers take keys", async () => {
    const make = (kit: ServerKit, withKeys: boolean) => {
      const seen = new Map<string, number>();
      return makeWith(
        async (ctx) => {
          const count = (seen.get(ctx.run.id) ?? 0) + 1;
          seen.set(ctx.run.id, count);
          const sure = await ctx.confirm("Sure?");
          return `${sure} ${ctx.era === "legacy" || count > 1}`;
        },
        { withKeys },
      )(kit);
    };
    await expect(assertReplaySafe((kit) => make(kit, true), { tool: "try", answers: [yes] })).rejects.toThrow(
      "In the modern era, on a new server for every round:",
    );
    await assertReplaySafe((kit) => make(kit, false), { tool: "try", answers: [yes] });
  });
});

describe("assertReplaySafe blames the test", () => {
  it("when an answer is missing", async () => {
    await expect(assertSafe(async (ctx) => `${await ctx.confirm("Sure?")}`, [])).rejects.toThrow(
      /^Nobody said what to answer to “Sure\?”/,
    );
  });

  it("when an answer is never asked for", async () => {
    await expect(assertSafe(() => "Done.", [yes])).rejects.toThrow(/^An answer was never asked for/);
  });
});
