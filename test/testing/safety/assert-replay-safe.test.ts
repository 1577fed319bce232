// The assertion that a handler is replay-safe: what passes, and the sentences for what does not.

import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { type CallContext, createServer, type Server, ToolError } from "../../../src/index.js";
import {
  accept,
  assertReplaySafe,
  decline,
  type MakeServer,
  type ReplaySafeOptions,
  type ServerKit,
  visit,
} from "../../../src/testing/index.js";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const yes = accept({ confirmed: true });

type Handler = (ctx: CallContext, kit: ServerKit) => unknown;

const makeWith =
  (handler: Handler, { withKeys = true, withEngine = false } = {}) =>
  (kit: ServerKit) => {
    const server = createServer({
      name: "lab",
      version: "1.0.0",
      logger: silent,
      ...(withKeys && { keys: kit.keys }),
      ...(withEngine && { engine: kit.engine }),
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
      "more questions than the server has rounds for when all of them are run again",
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

  it("failures that are the same every time, where they are expected", async () => {
    const fail = (error: Error) => async (ctx: CallContext) => {
      await ctx.confirm("Sure?");
      throw error;
    };
    await assertSafe(fail(new Error("Broken.")), [yes], { expectError: true });
    await assertSafe(fail(new ToolError("Not today.")), [yes], { expectError: true });
    await assertReplaySafe(
      makeWith(() => ""),
      { tool: "absent", expectError: true },
    );
  });

  it("pages that are completed on whichever server there is", async () => {
    let server: Server | undefined;
    const servers = new Set<Server>();
    const make = (kit: ServerKit) => {
      const page = async (ctx: CallContext) => {
        const { action } = await ctx.openUrl("Sign in.", (id) => `https://example.com/?id=${id}`);
        return `${action} ${await ctx.confirm("Sure?")}`;
      };
      server = makeWith(page, { withEngine: true })(kit);
      servers.add(server);
      return server;
    };
    const complete = visit((url) => server?.elicitations.complete(new URL(url).searchParams.get("id") ?? ""));
    await assertReplaySafe(make, { tool: "try", answers: { "Sign in.": complete, "Sure?": yes } });
    // One each for the eras and four faults, three for the restarts, two in turn, and one for late answers.
    expect(servers.size).toBe(6 + 3 + 2 + 1);
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

  it.each([
    ["in one era", (ctx: CallContext) => ctx.era === "modern"],
    ["when the handler runs again", (ctx: CallContext) => ctx.replaying],
  ])(
    "a question that is asked only %s, though whoever answers has an answer to it",
    async (_when, isAsked) => {
      const handler: Handler = async (ctx) => {
        const isMore = isAsked(ctx);
        const isSure = await ctx.confirm("Sure?");
        if (isMore) await ctx.confirm("Really?");
        return String(isSure);
      };
      expect(await complaint(handler, () => yes)).toBe(
        "The tool try is not replay-safe. In the modern era:\n- The handler asked “Sure?” and “Really?”; in the legacy era it asked “Sure?”. What it asks must not depend on the era, on ctx.replaying, or on how often it ran.",
      );
    },
  );

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

  it.each([
    ["the first", ["First?"]],
    ["a later", ["First?", "Second?"]],
  ])(
    "%s question raced against what comes from elsewhere while nobody answers",
    async (_which, questions) => {
      const message = await complaint(
        async (ctx) => {
          for (const question of questions.slice(0, -1)) await ctx.confirm(question);
          const { port1, port2 } = new MessageChannel();
          const news = new Promise((resolve) => port1.once("message", resolve));
          // Behind a file, so that any answer that is there already comes first.
          void readFile(import.meta.filename).then(() => port2.postMessage("news"));
          ctx.defer(() => port1.close());
          return `${await Promise.race([ctx.confirm(questions.at(-1) ?? ""), news])}`;
        },
        () => yes,
      );
      expect(message).toContain(
        "In the legacy era, where answers take their time:\n- The handler returned while",
      );
      expect(message).toContain(
        `“${questions.at(-1)}” was open: it did not wait for the answer, or raced it`,
      );
    },
  );

  it("questions that race each other, of which the eras take another one", async () => {
    const message = await complaint(
      (ctx) => Promise.race([ctx.confirm("Left?"), ctx.confirm("Right?")]).then(String),
      () => yes,
    );
    expect(message).toBe(
      [
        "The tool try is not replay-safe. In the legacy era:",
        "- The handler returned while “Right?” was open: it did not wait for the answer, or raced it: against something that is not a question, or against “Left?”, where the first answer wins in the legacy era and the modern era waits for both. Await every question; for a time limit use its `timeoutMs`.",
      ].join("\n"),
    );
  });

  it("a run that Beckon ends, without saying that the handler returned", async () => {
    const make = () => {
      const server = createServer({
        name: "lab",
        version: "1.0.0",
        logger: silent,
        asking: { maxRounds: 2 },
      });
      server.tool("try", {}, async (_, ctx) => {
        for (let index = 0; index < 4; index += 1) await ctx.confirm(`Number ${index}?`);
        return "Done.";
      });
      return server;
    };
    const failed = assertReplaySafe(make, { tool: "try", answers: () => yes });
    await expect(failed).rejects.toThrow("The tool asked in 2 rounds and is not done.");
    await expect(failed).rejects.not.toThrow("The handler returned");
  });

  it("a handler that goes wrong only when its rounds are run again past maxRounds", async () => {
    const message = await complaint(
      async (ctx, { effect }) => {
        for (let index = 0; index < 8; index += 1) await ctx.confirm(`Number ${index}?`);
        if (ctx.run.round > 12) effect("late");
        return "Done.";
      },
      () => yes,
    );
    expect(message).toContain("In the modern era, with every round run again:\n- “late” happened once");
  });

  it("a handler that goes wrong only at two servers in turn", async () => {
    const made: number[] = [];
    const make = (kit: ServerKit) => {
      const number = made.push(1);
      return makeWith(async (ctx) => {
        await ctx.confirm("First?");
        await ctx.confirm("Second?");
        // The ten servers before are those of the ways without two servers.
        return number < 10 ? "Fine." : `Server ${number}.`;
      })(kit);
    };
    await expect(assertReplaySafe(make, { tool: "try", answers: [yes, yes] })).rejects.toThrow(
      "In the modern era, at two servers in turn:",
    );
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

  const make = makeWith(() => "Done.");

  it("when there is no such tool, prompt or resource", async () => {
    await expect(assertReplaySafe(make, { tool: "absent" })).rejects.toThrow(
      /^The tool absent failed in the legacy era, so nothing was tested: .*absent.* If it is to fail, say `expectError: true`\.$/,
    );
    await expect(assertReplaySafe(make, { prompt: "absent" })).rejects.toThrow(/^The prompt absent failed/);
    await expect(assertReplaySafe(make, { resource: "lab://absent" })).rejects.toThrow(
      /^The resource lab:\/\/absent failed/,
    );
  });

  it("when the arguments are refused", async () => {
    const makeStrict = () => {
      const server = createServer({ name: "lab", version: "1.0.0", logger: silent });
      const input = { type: "object", properties: { day: { type: "string" } }, required: ["day"] } as const;
      server.tool("try", { input }, ({ day }) => String(day));
      return server;
    };
    await expect(assertReplaySafe(makeStrict, { tool: "try" })).rejects.toThrow(
      /^The tool try failed in the legacy era, so nothing was tested: .*day/s,
    );
    // Though the answer was never asked for, either.
    await expect(assertReplaySafe(makeStrict, { tool: "try", answers: [yes] })).rejects.toThrow(
      /^The tool try failed in the legacy era, so nothing was tested: .*day/s,
    );
  });

  it("when an option is unknown", async () => {
    await expect(assertSafe(() => "Done.", [], { arguments: { day: "today" } })).rejects.toThrow(
      "arguments is no option of assertReplaySafe. There are tool, prompt, resource, args,",
    );
  });

  it("when the handler always throws", async () => {
    const fail = () => {
      throw new ToolError("Out of tables.");
    };
    await expect(assertSafe(fail, [])).rejects.toThrow(
      "The tool try failed in the legacy era, so nothing was tested: Out of tables. If it is to fail, say `expectError: true`.",
    );
  });

  it("when a failure is expected and does not come", async () => {
    await expect(assertSafe(() => "Done.", [], { expectError: true })).rejects.toThrow(
      "The tool try did not fail in the legacy era, and `expectError` says that it does.",
    );
  });

  it("when keys are taken and not passed on", async () => {
    const careless = ({ keys: _, ...kit }: ServerKit) =>
      makeWith(async (ctx) => `${await ctx.confirm("Sure?")}`, { withKeys: false })({ ...kit, keys: [] });
    await expect(assertReplaySafe(careless, { tool: "try", answers: [yes] })).rejects.toThrow(
      /^A new server refuses the state of the one before.* took `keys` and did not pass them to createServer/,
    );
  });

  it("when servers with pages share keys and no engine", async () => {
    let server: Server | undefined;
    const makePage = (kit: ServerKit) => {
      server = makeWith(
        async (ctx) => (await ctx.openUrl("Sign in.", (id) => `https://example.com/?id=${id}`)).action,
      )(kit);
      return server;
    };
    const complete = visit((url) => server?.elicitations.complete(new URL(url).searchParams.get("id") ?? ""));
    await expect(assertReplaySafe(makePage, { tool: "try", answers: [complete] })).rejects.toThrow(
      /^The page of “Sign in\.” is to be completed on any of several servers, and they do not share an engine/,
    );
  });

  it("when it is given a server, or a function that gives the same one again", async () => {
    const server = createServer({ name: "lab", version: "1.0.0", logger: silent });
    server.tool("try", {}, () => "Done.");
    // As JavaScript does.
    const given = server as unknown as MakeServer;
    await expect(assertReplaySafe(given, { tool: "try" })).rejects.toThrow(
      "assertReplaySafe makes several servers, so it needs a function that makes one, and was given a server.",
    );
    await expect(assertReplaySafe(() => server, { tool: "try" })).rejects.toThrow(
      "The function that makes servers gave the same server again",
    );
  });
});
