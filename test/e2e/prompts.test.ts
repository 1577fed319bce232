// Prompts and completion, with every official client over every transport.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { all, type Completion, type Peer } from "./clients/peer.js";
import { BYTES } from "./servers/content-tools.js";
import { PAGE_SIZE } from "./servers/features.js";

const BASE64 = Buffer.from(BYTES).toString("base64");

describe.each(rows)("$label", ({ connect }) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect();
  });
  afterAll(() => peer.close());

  test("[acceptance 19] prompts/list gives every prompt with its arguments, page by page", async () => {
    const first = await peer.page("prompts");
    const prompts = await all(peer, "prompts");

    expect(first.items).toHaveLength(PAGE_SIZE);
    expect(prompts.map(({ name }) => name)).toEqual(["ask", "crash", "later", "poem", "show"]);
    expect(prompts.find(({ name }) => name === "poem")).toEqual({
      name: "poem",
      title: "A poem",
      description: "Has a required and an optional argument",
      arguments: [
        { name: "topic", description: "What it is about", required: true },
        { name: "style" },
        { name: "many" },
        { name: "told" },
      ],
    });
  });

  test("[acceptance 24] a text returned at once is what the user says", async () => {
    expect(await peer.getPrompt("ask")).toMatchObject({
      description: "Has no arguments",
      messages: [{ role: "user", content: { type: "text", text: "What is the time?" } }],
    });
  });

  test("[acceptance 24] arguments reach an asynchronous handler", async () => {
    expect(await peer.getPrompt("poem", { topic: "snow" })).toMatchObject({
      messages: [
        { role: "user", content: { type: "text", text: "A poem about snow." } },
        { role: "assistant", content: { type: "text", text: "In the style of now." } },
      ],
    });
  });

  test("every kind of content arrives whole", async () => {
    expect(await peer.getPrompt("show")).toMatchObject({
      description: "Look at these",
      messages: [
        { content: { type: "image", mimeType: "image/png", data: BASE64 } },
        { content: { type: "audio", mimeType: "audio/wav", data: BASE64 } },
        { content: { type: "resource", resource: { uri: "app:///readme", text: "Read me." } } },
        { content: { type: "resource_link", uri: "app:///readme", name: "readme" } },
      ],
    });
  });

  test("an answer that comes later is the answer", async () => {
    expect(await peer.getPrompt("later")).toMatchObject({ messages: [{ content: { text: "Later." } }] });
  });

  test("a missing required argument is invalid params that name it", async () => {
    await expect(peer.getPrompt("poem", { style: "haiku" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("topic is required"),
    });
  });

  test("an argument that the prompt does not have is invalid params", async () => {
    await expect(peer.getPrompt("ask", { topic: "sea" })).rejects.toMatchObject({ code: -32602 });
  });

  test("an unknown prompt is invalid params", async () => {
    await expect(peer.getPrompt("nowhere")).rejects.toMatchObject({ code: -32602 });
  });

  test("an exception is an internal error without its message", async () => {
    const error: unknown = await peer.getPrompt("crash").catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: -32603, data: { errorId: expect.stringMatching(/^[0-9a-f]{12}$/) } });
    expect(String((error as Error).message)).not.toContain("hunter2");
  });

  describe("completion", () => {
    const poem = { type: "ref/prompt", name: "poem" } as const;
    const values = async (params: Completion): Promise<unknown> => (await peer.complete(params)).completion;

    test("[acceptance 24] a prompt's argument is completed from what is typed", async () => {
      const found = await values({ ref: poem, argument: { name: "topic", value: "s" } });

      expect(found).toEqual({ values: ["sea", "snow"], total: 2, hasMore: false });
    });

    test("the other arguments are the completer's context", async () => {
      const found = await values({
        ref: poem,
        argument: { name: "style", value: "" },
        context: { arguments: { topic: "snow" } },
      });

      expect(found).toMatchObject({ values: ["haiku"] });
    });

    test("[acceptance 20] at most 100 values are sent, and that there are more", async () => {
      const found = (await values({ ref: poem, argument: { name: "many", value: "s" } })) as {
        values: string[];
        hasMore: boolean;
      };

      expect(found.values).toHaveLength(100);
      expect(found.hasMore).toBe(true);
    });

    test("[acceptance 20] values with total and hasMore are taken as they are", async () => {
      const found = await values({ ref: poem, argument: { name: "told", value: "" } });

      expect(found).toEqual({ values: ["one"], total: 7, hasMore: true });
    });

    test("a template's variable is completed", async () => {
      const ref = { type: "ref/resource", uri: "app:///studies/{study}/cover" } as const;
      const found = await values({ ref, argument: { name: "study", value: "a" } });

      expect(found).toMatchObject({ values: ["alpha", "a b"] });
    });

    test("a template's variable is completed with the others as context", async () => {
      const ref = { type: "ref/resource", uri: "app:///studies/{study}/pages/{page}" } as const;
      const found = await values({
        ref,
        argument: { name: "page", value: "3" },
        context: { arguments: { study: "beta" } },
      });

      expect(found).toMatchObject({ values: ["beta-3"] });
    });

    test("an argument without a completer has no values", async () => {
      const ref = { type: "ref/resource", uri: "app:///studies/{study}/pages/{page}" } as const;

      expect(await values({ ref, argument: { name: "study", value: "" } })).toMatchObject({ values: [] });
    });

    test("an unknown prompt or template is invalid params", async () => {
      const argument = { name: "topic", value: "" };

      await expect(values({ ref: { type: "ref/prompt", name: "nowhere" }, argument })).rejects.toMatchObject({
        code: -32602,
      });
      await expect(
        values({ ref: { type: "ref/resource", uri: "app:///{nowhere}" }, argument }),
      ).rejects.toMatchObject({ code: -32602 });
    });
  });
});
