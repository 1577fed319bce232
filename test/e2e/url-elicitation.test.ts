// Pages that people are sent to, with a real page on HTTP and every official client over every transport.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { type Peer, textOf } from "./clients/peer.js";
import { Person, type Shown } from "./clients/person.js";
import { ROUND_PROGRESS } from "./servers/page-tools.js";

/** How long a modern response is held for a page. */
const HOLD_MS = 50_000;

/** How late a deadline may be noticed. */
const TICK_MS = 50;

/** Opens a page as a browser would, and does something there. */
async function visit(url: string | undefined, act: Readonly<Record<string, string>>): Promise<unknown> {
  const page = new URL(url ?? "");
  for (const [name, value] of Object.entries(act)) page.searchParams.set(name, value);
  const response = await fetch(page);
  return response.ok ? response.json() : response.status;
}

describe.each(rows)("$label", ({ connect, era }) => {
  const person = new Person();
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect({ person });
  });
  afterAll(() => peer.close());

  const answerOf = async (
    tool: string,
    onprogress?: (told: { progress: number }) => void,
  ): Promise<unknown> => JSON.parse(textOf(await peer.call(tool, {}, onprogress ? { onprogress } : {})));

  test("[acceptance 6, 29] a page arrives with its message and url, and with an id where the era has one", async () => {
    person.reacts(() => ({ action: "decline" }));
    await peer.call("sign");

    const [{ elicitationId, url, ...rest }] = person.shown as [Shown];
    expect(rest).toEqual({ mode: "url", message: "Sign the contract." });
    if (era === "legacy") expect(url).toContain(`elicitation=${elicitationId}`);
    else expect(elicitationId).toBeUndefined();
  });

  test("a page that is done with before the person's consent arrives is accepted, with its content", async () => {
    person.reacts(async ({ url }) => {
      await visit(url, { name: "Ann" });
      return { action: "accept" };
    });

    expect(await answerOf("sign")).toEqual({ action: "accept", content: { name: "Ann" } });
  });

  test("a page that is done with after the person's consent is accepted, with its content", async () => {
    person.reacts(({ url }) => {
      if (era === "legacy") void peer.ping().then(() => visit(url, { name: "Ben" }));
      return { action: "accept" };
    });
    const onprogress = ({ progress }: { progress: number }): void => {
      if (progress === 2 * ROUND_PROGRESS) void visit(person.shown[0]?.url, { name: "Ben" });
    };

    expect(await answerOf("sign", onprogress)).toEqual({ action: "accept", content: { name: "Ben" } });
    expect(person.shown).toHaveLength(1);
  });

  test("a page that is done with twice counts once", async () => {
    const visits: Promise<unknown>[] = [];
    person.reacts(async ({ url }) => {
      const first = visit(url, { name: "Ann" });
      visits.push(
        first,
        first.then(() => visit(url, { name: "Ben" })),
      );
      await Promise.all(visits);
      return { action: "accept" };
    });

    expect(await answerOf("sign")).toEqual({ action: "accept", content: { name: "Ann" } });
    expect(await Promise.all(visits)).toEqual([{ isKnown: true }, { isKnown: true }]);
  });

  test("what a page brings must fit", async () => {
    let unfit: unknown;
    person.reacts(async ({ url }) => {
      unfit = await visit(url, {});
      await visit(url, { name: "Ann" });
      return { action: "accept" };
    });

    expect(await answerOf("sign")).toEqual({ action: "accept", content: { name: "Ann" } });
    expect(unfit).toBe(500);
  });

  test("a page that comes to nothing cancels", async () => {
    person.reacts(async ({ url }) => {
      await visit(url, { act: "fail" });
      return { action: "accept" };
    });

    expect(await answerOf("sign")).toEqual({ action: "cancel", reason: "The page was closed." });
  });

  test.each([
    ["decline", { action: "decline" }],
    ["cancel", { action: "cancel", reason: "dismissed" }],
  ] as const)("a person who does not want to go there answers %s", async (action, answer) => {
    person.reacts(() => ({ action }));

    expect(await answerOf("sign")).toEqual(answer);
  });

  test("a page that is only to be shown is done with at the person's consent", async () => {
    person.reacts(() => ({ action: "accept" }));

    expect(await answerOf("look")).toEqual({ action: "accept" });
  });

  test("cancelling a call that waits for a page after the person's consent ends it", async () => {
    const cancelling = new AbortController();
    person.reacts(() => {
      if (era === "legacy") void peer.ping().then(() => cancelling.abort("enough"));
      return { action: "accept" };
    });
    const onprogress = ({ progress }: { progress: number }): void => {
      if (progress === 2 * ROUND_PROGRESS) cancelling.abort("enough");
    };
    const call = peer.call("attend", { key: "left" }, { signal: cancelling.signal, onprogress });

    await expect(call).rejects.toThrow();
    expect(textOf(await peer.call("attended", { key: "left" }))).toBe("cancelled");
  });

  test("[acceptance 12] an id that nobody has is harmless", async () => {
    person.reacts(() => ({ action: "decline" }));
    await peer.call("look");

    expect(await visit(person.shown[0]?.url, { elicitation: "nobody" })).toEqual({ isKnown: false });
  });

  if (era === "legacy") {
    test("[acceptance 12] the client hears of a page that is done with while the handler waits", async () => {
      peer.inbox.drain();
      person.reacts(async ({ url }) => {
        await visit(url, { name: "Ann" });
        return { action: "accept" };
      });
      await peer.call("sign");

      const { params } = await peer.inbox.next("notifications/elicitation/complete");
      expect(params).toMatchObject({ elicitationId: person.shown[0]?.elicitationId });
    });

    test("[acceptance 11, 12] a required page is -32042, and the client hears when it is done with", async () => {
      await peer.listen();
      peer.inbox.drain();
      const error: unknown = await peer.call("calendar", { user: "ann" }).catch((thrown: unknown) => thrown);

      expect(error).toMatchObject({
        code: -32042,
        data: { elicitations: [{ mode: "url", message: "Sign in to the calendar." }] },
      });
      const { elicitations } = (error as { data: { elicitations: [Shown] } }).data;
      expect(elicitations[0].url).toContain(`elicitation=${elicitations[0].elicitationId}`);

      expect(await visit(elicitations[0].url, {})).toEqual({ isKnown: true });
      const { params } = await peer.inbox.next("notifications/elicitation/complete");
      expect(params).toMatchObject({ elicitationId: elicitations[0].elicitationId });
      expect(textOf(await peer.call("calendar", { user: "ann" }))).toBe("The calendar of ann.");
    });
  } else {
    test("a required page is asked for, and then the handler runs", async () => {
      person.reacts(async ({ url }) => {
        await visit(url, {});
        return { action: "accept" };
      });

      expect(textOf(await peer.call("calendar", { user: "ann" }))).toBe("The calendar of ann.");
      expect(person.shown).toMatchObject([{ mode: "url", message: "Sign in to the calendar." }]);
    });

    test("a required page that the person declines is a tool error that says so", async () => {
      person.reacts(() => ({ action: "decline" }));

      const result = await peer.call("calendar", { user: "ben" });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain("declined");
    });

    test("a page that is never done with is asked for again three times, and then out of time", async () => {
      person.reacts(() => ({ action: "accept" }));
      const passing: Promise<unknown>[] = [];
      const onprogress = ({ progress }: { progress: number }): void => {
        if (progress > ROUND_PROGRESS) passing.push(peer.call("pass_time", { ms: HOLD_MS + TICK_MS }));
      };

      expect(await answerOf("sign", onprogress)).toEqual({ action: "timeout" });
      await Promise.all(passing);
      expect(person.shown).toHaveLength(4);
      expect(new Set(person.shown.map(({ url }) => url)).size).toBe(1);
    });
  }
});

test.each(rows)(
  "[acceptance 11] $label: a required page that the client cannot show is a tool error",
  async ({ connect }) => {
    const peer = await connect({ person: new Person({ elicitation: { form: {} } }) });
    try {
      const result = await peer.call("calendar", { user: "ann" });

      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain("A person has to open a page first");
    } finally {
      await peer.close();
    }
  },
);
