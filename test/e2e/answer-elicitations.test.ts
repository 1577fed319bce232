// A responder behind every official client, over every transport, in both eras.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, defineResponder, type Elicitation, type Responder, type RespondOptions } from "beckon";
import { createBroker } from "beckon/broker";
import { createMemoryEngine } from "beckon/engines/memory";
import { describe, expect, test } from "vitest";
import { attachedRows } from "./clients/attached.js";
import { SHAPES } from "./servers/form-tools.js";

interface Seen {
  readonly elicitation: Elicitation;
  readonly options: RespondOptions;
}

/** A person who can be shown everything, and what they saw. */
function personWho(
  reacts: (
    elicitation: Elicitation,
    options: RespondOptions,
  ) => Answer | undefined | Promise<Answer | undefined>,
): Responder & { readonly seen: Seen[] } {
  const seen: Seen[] = [];
  const responder = defineResponder(["form", "url"], async (elicitation, options) => {
    seen.push({ elicitation, options });
    return reacts(elicitation, options);
  });
  return Object.assign(responder, { seen });
}

const accept = (content = {}): Answer => ({ action: "accept", content });

/** Goes to a page of the asking server, as a browser would. */
async function visit(elicitation: Elicitation | undefined): Promise<void> {
  if (elicitation?.mode !== "url") throw new Error("No page was shown.");
  const response = await fetch(elicitation.url);
  expect(response.ok).toBe(true);
}

const ANSWERS = {
  name: "Ann",
  weight: 61.5,
  age: 30,
  member: false,
  size: "m",
  seat: "out",
  extras: ["quiet", "window"],
  dishes: ["soup"],
  drink: "tea",
};

describe.each(attachedRows)("$label", ({ era, attach }) => {
  test("[C2, acceptance 28] the server is told the modes of the responder, and no others", async () => {
    for (const modes of [["form"], ["url"], ["form", "url"], []] as const) {
      await using host = await attach(defineResponder(modes, async () => undefined));
      const { form, url } = JSON.parse(await host.text("can"));
      expect([form, url]).toEqual([
        (modes as readonly string[]).includes("form"),
        (modes as readonly string[]).includes("url"),
      ]);
    }
  });

  test("[C8, acceptance 29, 30, 31] every shape of field arrives as it was written, in its order", async () => {
    const person = personWho(() => accept(ANSWERS));
    await using host = await attach(person);
    const answer = JSON.parse(await host.text("register"));

    const [{ elicitation } = {} as Seen] = person.seen;
    if (elicitation?.mode !== "form") throw new Error("No form was shown.");
    expect(elicitation.message).toBe("Please register.");
    expect(Object.entries(elicitation.schema.properties)).toEqual(Object.entries(SHAPES));
    expect(elicitation.schema.required).toEqual(["name", "dishes"]);
    expect(answer).toEqual(accept(ANSWERS));
  });

  test("[C9, acceptance 32] what the person left out takes its default, and nothing else is there", async () => {
    await using host = await attach(personWho(() => accept({ name: "Ben", nobody: "asked" })));

    expect(JSON.parse(await host.text("review"))).toEqual(
      accept({
        name: "Ben",
        note: "",
        age: 30,
        score: 95.5,
        smoker: false,
        seat: "out",
        extras: ["quiet"],
      }),
    );
  });

  test("[C9] content that does not fit is not sent, and counts as no answer", async () => {
    const person = personWho(() => accept({ ...ANSWERS, age: "thirty" }));
    await using host = await attach(person);

    expect(JSON.parse(await host.text("register"))).toEqual({ action: "cancel", reason: "dismissed" });
    expect(person.seen).toHaveLength(1);
    expect(host.log.text).toContain("age: must be a whole number");
    expect(host.log.text).not.toContain("thirty");
  });

  test("[C1] only a person's no is a decline", async () => {
    const ends: (() => Answer | undefined)[] = [
      () => ({ action: "cancel", reason: "closed" }),
      () => ({ action: "timeout" }),
      () => ({ action: "unavailable", reason: "nobody" }),
      () => undefined,
      () => {
        throw new Error("The view broke.");
      },
    ];
    await using host = await attach(personWho(() => (ends.shift() ?? (() => ({ action: "decline" })))()));

    for (let left = ends.length; left > 0; left -= 1)
      expect(JSON.parse(await host.text("approve"))).toMatchObject({ action: "cancel" });
    expect(JSON.parse(await host.text("approve"))).toEqual({ action: "decline" });
  });

  test("[C10] a form without fields is an approval", async () => {
    const person = personWho(() => accept());
    await using host = await attach(person);

    expect(JSON.parse(await host.text("approve"))).toEqual(accept());
    expect(person.seen[0]?.elicitation).toMatchObject({ schema: { properties: {} } });
  });

  test("[C3] a question names the server as the host calls it, where it is, and the call it belongs to", async () => {
    const person = personWho(() => accept());
    const origin = "https://office.example";
    await using host = await attach(person, { server: "the office", origin });
    await host.call("approve");
    await host.call("approve");

    const [first, second] = person.seen.map(({ elicitation }) => elicitation);
    expect(first?.asker).toMatchObject({
      server: "the office",
      origin,
      method: "tools/call",
      target: "approve",
    });
    expect(first?.asker.runId).not.toBe(second?.asker.runId);
    expect(first?.id).not.toBe(second?.id);
  });

  test("[C3] a call that the host gave up is not taken for the one that asks", async () => {
    const cancelling = new AbortController();
    const person = personWho(({ message }) => {
      if (message !== "Take your time.") return accept();
      cancelling.abort("enough");
      return { action: "cancel", reason: "given up" };
    });
    await using host = await attach(person);
    await expect(host.call("ponder", { key: "x" }, { signal: cancelling.signal })).rejects.toThrow();
    await host.call("approve");

    expect(person.seen.at(-1)?.elicitation.asker.target).toBe("approve");
  });

  test("[C11] questions of one modern round have one group, and are shown together", async () => {
    let arrived = 0;
    let both = (): void => {};
    const together = new Promise<void>((resolve) => {
      both = resolve;
    });
    const person = personWho(async ({ message }) => {
      arrived += 1;
      if (arrived === 2) both();
      await together;
      return accept(message === "When?" ? { day: "Monday" } : { city: "Oslo" });
    });
    // In the legacy era they are two requests, and nobody says that they belong together.
    await using host = await attach(person, { atOnce: era === "modern" ? 1 : 2 });

    expect(JSON.parse(await host.text("pair"))).toEqual([
      accept({ city: "Oslo" }),
      accept({ day: "Monday" }),
    ]);
    const groups = person.seen.map(({ options }) => options.group);
    expect(new Set(groups).size).toBe(era === "modern" ? 1 : 2);
  });

  test("[C11] rounds of one call have groups of their own and the same run", async () => {
    const person = personWho(() => accept({ text: "yes" }));
    await using host = await attach(person);
    await host.call("survey", { questions: 3 });

    expect(new Set(person.seen.map(({ options }) => options.group)).size).toBe(3);
    expect(new Set(person.seen.map(({ elicitation }) => elicitation.asker.runId)).size).toBe(1);
  });

  test("questions of different calls are shown one after the other", async () => {
    let open = 0;
    let most = 0;
    const person = personWho(async () => {
      open += 1;
      most = Math.max(most, open);
      // Long enough for the other question to arrive.
      await host.call("can");
      open -= 1;
      return accept();
    });
    await using host = await attach(person);
    const calls = [host.text("approve"), host.text("approve"), host.text("approve")];

    expect((await Promise.all(calls)).map((text) => JSON.parse(text).action)).toEqual([
      "accept",
      "accept",
      "accept",
    ]);
    expect(most).toBe(1);
    expect(host.answering.open).toBe(0);
  });

  test("[C11] the same question again is told as such, and stopped", async () => {
    const person = personWho(() => accept({ text: "yes" }));
    await using host = await attach(person);

    expect(await host.text("insist", { times: 6 })).toBe("accept, accept, accept, accept, cancel, cancel");
    expect(person.seen.map(({ options }) => options.repeats)).toEqual([undefined, 1, 2, 3]);
  });

  if (era === "modern")
    test("[C11] after the last round that is allowed nobody is asked any more", async () => {
      const person = personWho(() => accept({ text: "yes" }));
      const unshown: string[] = [];
      const onUnshown = (_: unknown, reason: string) => void unshown.push(reason);
      await using host = await attach(person, { maxRounds: 3, onUnshown });

      expect(await host.text("survey", { questions: 5 })).toContain("yes, yes, yes, cancel, cancel");
      expect(person.seen).toHaveLength(3);
      expect(unshown).toEqual(Array(2).fill("The call has asked for more than 3 rounds."));
    });

  test("[C5, acceptance 32] a question that is withdrawn aborts the responder's signal", async () => {
    const cancelling = new AbortController();
    let aborted: (() => void) | undefined;
    const withdrawn = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    let passing: Promise<unknown> | undefined;
    const person = personWho((_, { signal }) => {
      signal.addEventListener("abort", () => aborted?.());
      if (era === "legacy") passing = host.call("pass_time", { ms: 6000 });
      else setImmediate(() => cancelling.abort("enough"));
      return new Promise(() => {});
    });
    await using host = await attach(person, { atOnce: 2 });
    // In the legacy era the server's own deadline passes; in the modern one only the host can withdraw.
    const call = host.text("decide", {}, { signal: cancelling.signal });

    if (era === "legacy") expect(JSON.parse(await call)).toEqual({ action: "timeout" });
    else await expect(call).rejects.toThrow();
    await Promise.all([withdrawn, passing]);
  });

  test("[C7] waiting for a person does not count against the time limit of the call", async () => {
    const person = personWho(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return accept();
    });
    await using host = await attach(person);
    await host.call("can");

    expect(JSON.parse(await host.text("approve", {}, { timeout: 300 }))).toEqual(accept());
  });

  test("[C13, acceptance 33] a page is shown whole and never fetched; accept says that the person went there", async () => {
    await using page = await openPage();
    const person = personWho(() => accept());
    await using host = await attach(person);
    const url = `${page.url}/sign?token=abc#part`;

    expect(JSON.parse(await host.text("send_to", { url }))).toEqual({ action: "accept" });
    expect(person.seen[0]?.elicitation).toMatchObject({ mode: "url", url });
    // Whatever was sent before this arrives before it.
    await fetch(`${page.url}/last`);
    expect(page.requests).toEqual(["/last"]);
  });

  test("[C4] what a server asks is kept by a broker, and answered there", async () => {
    const broker = createBroker({ engine: createMemoryEngine() });
    await using host = await attach(broker.responder());
    const told = host.text("approve");
    const open = async () => (await broker.list({ status: ["pending"] })).elicitations;
    await expect.poll(open, { timeout: 10_000 }).toMatchObject([{ message: "Go ahead?" }]);
    const [kept] = await open();
    expect(kept?.asker).toMatchObject({ server: "asking", target: "approve" });
    await broker.settle(kept?.id ?? "", { action: "accept", content: {} }, { by: "ada" });

    expect(JSON.parse(await told)).toEqual(accept());
    await broker.close();
  });

  test("closing takes open questions away, and cancels later ones", async () => {
    const person = personWho((_, { signal }) => {
      queueMicrotask(() => host.answering.close());
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve({ action: "cancel", reason: "closed" })),
      );
    });
    await using host = await attach(person);

    // In the modern era every request says what is attached, and from now on that is nothing.
    const end = era === "modern" ? "unavailable" : "cancel";
    expect(JSON.parse(await host.text("approve"))).toMatchObject({ action: end });
    expect(JSON.parse(await host.text("approve"))).toMatchObject({ action: end });
    expect(person.seen).toHaveLength(1);
  });

  if (era === "legacy") {
    test("[C13] a required page is shown, and the call is made again when the server says it is done with", async () => {
      const completed: Elicitation[] = [];
      const person = personWho((elicitation) => {
        void visit(elicitation);
        return accept();
      });
      await using host = await attach(person, { onComplete: (elicitation) => completed.push(elicitation) });

      expect(await host.text("calendar", { user: "ann" })).toBe("The calendar of ann.");
      expect(person.seen).toHaveLength(1);
      expect(person.seen[0]?.elicitation).toMatchObject({
        mode: "url",
        message: "Sign in to the calendar.",
        asker: { target: "calendar" },
      });
      expect(completed).toEqual([person.seen[0]?.elicitation]);
    });

    test("[C13] prompts and resources that require a page get it shown, and are asked for again", async () => {
      const person = personWho((elicitation) => {
        void visit(elicitation);
        return accept();
      });
      await using host = await attach(person);

      expect(await host.prompt("calendar", { user: "ann" })).toMatchObject({
        messages: [{ content: { text: "The calendar of ann." } }],
      });
      expect(await host.read("app:///calendar/ben")).toMatchObject({
        contents: [{ text: "The calendar of ben." }],
      });
      expect(person.seen.map(({ elicitation: { mode, asker } }) => [mode, asker.method])).toEqual([
        ["url", "prompts/get"],
        ["url", "resources/read"],
      ]);
    });

    test("a required page that the person does not go to leaves the server's error", async () => {
      await using host = await attach(personWho(() => ({ action: "decline" })));

      await expect(host.call("calendar", { user: "ben" })).rejects.toMatchObject({ code: -32042 });
    });

    test("[C5, C13] a page that is done with before the person consents here is withdrawn as answered", async () => {
      const person = personWho(async (elicitation, { signal }) => {
        void visit(elicitation);
        await once(signal, "abort");
        return undefined;
      });
      await using host = await attach(person);

      expect(JSON.parse(await host.text("attend", { key: "early" }))).toMatchObject({ action: "accept" });
      expect(person.seen[0]?.options.signal.reason).toEqual(new Error("answered"));
    });

    test("[C13] the host hears that a page is done with", async () => {
      let heard: (elicitation: Elicitation) => void = () => {};
      const completed = new Promise<Elicitation>((resolve) => {
        heard = resolve;
      });
      const person = personWho((elicitation) => {
        void visit(elicitation);
        return accept();
      });
      await using host = await attach(person, { onComplete: heard });
      await host.call("attend", { key: "heard" });

      expect(await completed).toBe(person.seen[0]?.elicitation);
    });
  } else {
    test("a required page is a round like every other", async () => {
      const person = personWho(async (elicitation) => {
        await visit(elicitation);
        return accept();
      });
      await using host = await attach(person);

      expect(await host.text("calendar", { user: "ann" })).toBe("The calendar of ann.");
      expect(person.seen).toHaveLength(1);
    });
  }
});

interface Page extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly (string | undefined)[];
}

/** A page that notes who comes. */
async function openPage(): Promise<Page> {
  const requests: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
