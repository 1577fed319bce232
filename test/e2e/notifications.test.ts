// What comes besides answers: progress, logs, changed lists, updated resources; with every official client.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { all, type Peer, textOf } from "./clients/peer.js";

describe.each(rows)("$label", ({ connect, era }) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect();
  });
  afterAll(() => peer.close());

  /** Does something while the client listens. */
  async function listening(uris: readonly string[], act: () => Promise<void>): Promise<void> {
    const stop = await peer.listen(uris);
    try {
      await act();
    } finally {
      await stop();
    }
  }

  test("progress arrives before the result, in order", async () => {
    const key = "counting";
    const seen: unknown[] = [];
    const onprogress = (progress: unknown): void => {
      if (seen.push(progress) === 3) void peer.call("proceed", { key });
    };

    expect(textOf(await peer.call("count", { key }, { onprogress }))).toBe("Counted.");
    expect(seen).toEqual([
      { progress: 1, total: 3, message: "step 1" },
      { progress: 2, total: 3, message: "step 2" },
      { progress: 3, total: 3, message: "step 3" },
    ]);
  });

  test("log messages of the wanted level and above arrive, and no others", async () => {
    if (era === "legacy") await peer.setLogLevel("warning");
    await peer.call("chatter", {}, { logLevel: "warning" });

    for (const level of ["warning", "error"]) {
      const { params } = await peer.inbox.next("notifications/message");
      expect(params).toMatchObject({ level, logger: "chatter", data: { level } });
    }
    expect(peer.inbox.drain()).toEqual([]);
  });

  if (era === "modern") {
    test("a call that asks for no log gets none", async () => {
      await peer.call("chatter");
      await peer.call("say");

      expect(peer.inbox.drain()).toEqual([]);
    });
  } else {
    test("a session hears the log that belongs to no call", async () => {
      await listening([], async () => {
        await peer.call("session_log");

        const { params } = await peer.inbox.next("notifications/message");
        expect(params).toMatchObject({ level: "warning", data: "beside the call" });
      });
    });
  }

  test.each([
    ["tool", "notifications/tools/list_changed"],
    ["prompt", "notifications/prompts/list_changed"],
    ["resource", "notifications/resources/list_changed"],
  ])(
    "[acceptance 25] a %s is added, replaced and removed, and each change is announced",
    async (kind, method) => {
      const name = "passing";
      const list = `${kind}s` as "tools" | "prompts" | "resources";
      const listed = async (): Promise<unknown> =>
        (await all(peer, list)).find((entry) => entry.name === name);
      const use = async (): Promise<string> => {
        if (kind === "tool") return textOf(await peer.call(name));
        const found = JSON.stringify(
          kind === "prompt" ? await peer.getPrompt(name) : await peer.readResource("app:///passing/passing"),
        );
        return /"text":"(\w+)"/.exec(found)?.[1] ?? "";
      };

      await listening([], async () => {
        for (const act of ["add", "replace"]) {
          await peer.call("change", { kind, act, name });
          await peer.inbox.next(method);
          expect(await listed()).toMatchObject({ name, description: act });
          expect(await use()).toBe(act);
        }
        await peer.call("change", { kind, act: "remove", name });
        await peer.inbox.next(method);
        expect(await listed()).toBeUndefined();
        await expect(use()).rejects.toThrow();
      });
    },
  );

  test("the application announces that its list of resources changed", async () => {
    await listening([], async () => {
      await peer.call("shuffle");

      await expect(peer.inbox.next("notifications/resources/list_changed")).resolves.toBeDefined();
    });
  });

  test("an update of a subscribed resource arrives, that of another does not", async () => {
    await listening(["app:///readme"], async () => {
      await peer.call("touch", { uri: "app:///logo" });
      await peer.call("touch", { uri: "app:///readme" });

      const { params } = await peer.inbox.next("notifications/resources/updated");
      expect(params).toMatchObject({ uri: "app:///readme" });
    });
  });

  test("after a subscription has ended its updates stay away", async () => {
    await listening(["app:///readme"], async () => {});
    await listening(["app:///logo"], async () => {
      await peer.call("touch", { uri: "app:///readme" });
      await peer.call("touch", { uri: "app:///logo" });

      const { params } = await peer.inbox.next("notifications/resources/updated");
      expect(params).toMatchObject({ uri: "app:///logo" });
    });
  });
});
