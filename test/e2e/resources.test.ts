// Resources, with every official client over every transport.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { all, type Peer } from "./clients/peer.js";
import { BYTES } from "./servers/content-tools.js";
import { PAGE_SIZE } from "./servers/features.js";
import { LISTED } from "./servers/resources.js";

describe.each(rows)("$label", ({ connect, notFound: code }) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect();
  });
  afterAll(() => peer.close());

  test("[acceptance 21] resources/list goes from the fixed ones to the application's pages by cursor", async () => {
    const first = await peer.page("resources");
    const resources = await all(peer, "resources");

    expect(first.items).toHaveLength(PAGE_SIZE);
    expect(resources.map(({ uri }) => uri)).toEqual([
      "app:///crash",
      "app:///later",
      "app:///logo",
      "app:///notes/1",
      "app:///notes/2",
      "app:///notes/3",
      "app:///notes/4",
      "app:///readme",
      ...LISTED,
    ]);
    expect(resources.find(({ name }) => name === "readme")).toEqual({
      name: "readme",
      uri: "app:///readme",
      title: "Read me",
      mimeType: "text/plain",
    });
  });

  test("[acceptance 21] a forged cursor is refused", async () => {
    await expect(peer.page("resources", "Zm9yZ2Vk")).rejects.toMatchObject({ code: -32602 });
  });

  test("[acceptance 19] resources/templates/list gives the templates", async () => {
    expect(await all(peer, "resourceTemplates")).toEqual([
      { name: "cover", uriTemplate: "app:///studies/{study}/cover", mimeType: "text/plain" },
      { name: "page", uriTemplate: "app:///studies/{study}/pages/{page}" },
    ]);
  });

  test("[acceptance 24] a text is read", async () => {
    expect(await peer.readResource("app:///readme")).toMatchObject({
      contents: [{ uri: "app:///readme", mimeType: "text/plain", text: "Read me." }],
    });
  });

  test("[acceptance 24] bytes are read as a blob, from an asynchronous handler", async () => {
    expect(await peer.readResource("app:///logo")).toMatchObject({
      contents: [{ uri: "app:///logo", mimeType: "image/png", blob: Buffer.from(BYTES).toString("base64") }],
    });
  });

  test("a template's values arrive decoded, with the uri that was asked for", async () => {
    const uri = "app:///studies/a%20b/cover";

    expect(await peer.readResource(uri)).toMatchObject({ contents: [{ uri, text: `a b at ${uri}` }] });
  });

  test("an answer that comes later is the answer", async () => {
    expect(await peer.readResource("app:///later")).toMatchObject({ contents: [{ text: "Later." }] });
  });

  test("a uri that nothing matches is not found, with the code of the era", async () => {
    const uri = "app:///nowhere";

    await expect(peer.readResource(uri)).rejects.toMatchObject({ code, data: { uri } });
  });

  test("what a template's handler does not have is not found", async () => {
    const uri = "app:///studies/gamma/cover";

    await expect(peer.readResource(uri)).rejects.toMatchObject({ code, data: { uri } });
  });

  test("an exception is an internal error without its message", async () => {
    const error: unknown = await peer.readResource("app:///crash").catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: -32603 });
    expect(String((error as Error).message)).not.toContain("hunter2");
  });

  test("a tool reads a resource for its caller", async () => {
    const { structuredContent } = await peer.call("read", { uri: "app:///readme" });

    expect(structuredContent).toEqual({
      contents: [{ uri: "app:///readme", mimeType: "text/plain", text: "Read me." }],
    });
  });
});
