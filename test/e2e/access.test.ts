// Who may come in, and what they may use: with every official client, by bearer token (on stdio a token of the process).

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { all, type Peer, textOf } from "./clients/peer.js";

describe.each(rows)("$label", ({ connect, era, transport, notFound: code }) => {
  const names = (items: readonly { readonly name: string }[]): string[] => items.map(({ name }) => name);

  describe("with an allow-list", () => {
    let peer: Peer;
    beforeAll(async () => {
      peer = await connect({ token: "limited" });
    });
    afterAll(() => peer.close());

    test("[acceptance 22] principal and assigns reach handlers and instructions", async () => {
      expect(peer.instructions).toBe("For ann.");
      expect((await peer.call("open")).structuredContent).toEqual({ principal: "ann", team: "red" });
    });

    test("[acceptance 23] only what is allowed is listed", async () => {
      expect(names(await all(peer, "tools"))).toEqual(["open", "peek", "touch_closed"]);
      expect(names(await all(peer, "prompts"))).toEqual(["open"]);
      expect(names(await all(peer, "resources"))).toEqual(["open-fixed", "listed-open"]);
      expect(names(await all(peer, "resourceTemplates"))).toEqual(["open"]);
    });

    test("[acceptance 23] a tool that is not allowed looks like none", async () => {
      await expect(peer.call("closed")).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining("Unknown tool: closed"),
      });
    });

    test("[acceptance 23] a prompt that is not allowed looks like none", async () => {
      await expect(peer.getPrompt("closed")).rejects.toMatchObject({ code: -32602 });
    });

    test("[acceptance 23] reading is allowed template by template", async () => {
      expect(await peer.readResource("lib:///open/1")).toMatchObject({ contents: [{ text: "Open 1." }] });
      await expect(peer.readResource("lib:///closed/1")).rejects.toMatchObject({ code });
      await expect(peer.readResource("lib:///closed")).rejects.toMatchObject({ code });
    });

    test("[acceptance 23] a handler reads only what its caller may read", async () => {
      await expect(peer.call("peek")).rejects.toMatchObject({ code });
    });

    test("[acceptance 23] completion is allowed prompt by prompt and template by template", async () => {
      const argument = { name: "word", value: "" };
      const id = { name: "id", value: "" };

      expect(await peer.complete({ ref: { type: "ref/prompt", name: "open" }, argument })).toMatchObject({
        completion: { values: ["one"] },
      });
      expect(
        await peer.complete({ ref: { type: "ref/resource", uri: "lib:///open/{id}" }, argument: id }),
      ).toMatchObject({ completion: { values: ["one"] } });
      await expect(
        peer.complete({ ref: { type: "ref/prompt", name: "closed" }, argument }),
      ).rejects.toMatchObject({ code: -32602 });
      await expect(
        peer.complete({ ref: { type: "ref/resource", uri: "lib:///closed/{id}" }, argument: id }),
      ).rejects.toMatchObject({ code: -32602 });
    });

    test("[acceptance 23] changes of what is not allowed are not announced", async () => {
      const uris = era === "modern" ? ["lib:///closed/1", "lib:///open/1"] : ["lib:///open/1"];
      await peer.listen(uris);
      await peer.call("touch_closed");

      const { params } = await peer.inbox.next("notifications/resources/updated");
      expect(params).toMatchObject({ uri: "lib:///open/1" });
      expect(peer.inbox.drain()).toEqual([]);
    });

    if (era === "legacy") {
      test("[acceptance 23] a resource that is not allowed cannot be subscribed to", async () => {
        await expect(peer.listen(["lib:///closed/1"])).rejects.toMatchObject({ code });
      });
    }
  });

  test("[acceptance 22] without an allow-list everything is there", async () => {
    const peer = await connect({ token: "full" });
    try {
      expect(textOf(await peer.call("closed"))).toBe("Closed things.");
      expect(names(await all(peer, "resourceTemplates"))).toEqual(["closed", "open"]);
      expect(await peer.readResource("lib:///closed/1")).toMatchObject({ contents: [{ text: "Closed 1." }] });
    } finally {
      await peer.close();
    }
  });

  if (transport === "http") {
    test.each(["nobody", "weak"])("[acceptance 22] the token %s does not get in", async (token) => {
      await expect(connect({ token })).rejects.toThrow();
    });
  }
});
