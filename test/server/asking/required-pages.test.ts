// Pages that a prompt or a resource cannot do without: what each era's clients are told.

import { describe, expect, it } from "vitest";
import { elicitationRequired, url } from "../../../src/index.js";
import { ask, makeServer, openAbleSession } from "./talk.js";

function make() {
  const server = makeServer();
  let isSignedIn = false;
  const page = url("Sign in, please.", (id) => `https://example.com/${id}`);
  const enter = (): string => {
    if (!isSignedIn) throw elicitationRequired([page]);
    return "welcome";
  };
  server.prompt("greet", {}, async () => enter());
  server.resource("diary", { uri: "test:diary" }, async () => enter());
  const signIn = (): void => {
    isSignedIn = true;
  };
  return { server, signIn };
}

describe.each([
  ["a prompt", "prompts/get", { name: "greet" }],
  ["a resource", "resources/read", { uri: "test:diary" }],
] as const)("%s that requires a page", (_what, method, target) => {
  it("asks a modern client to go there, and goes on when the page is done", async () => {
    const { server, signIn } = make();
    const first = await ask(server, "", { method, target });
    expect(first.questions[first.key]?.params).toMatchObject({ mode: "url", message: "Sign in, please." });
    const id = String(first.questions[first.key]?.params.url).split("/").at(-1) ?? "";
    signIn();
    expect(await server.elicitations.complete(id)).toBe(true);
    let round = await ask(server, "", {
      method,
      target,
      state: first.state,
      answers: { [first.key]: { action: "accept" } },
    });
    // The handler runs anew in a round of its own.
    if (round.isAsking) round = await ask(server, "", { method, target, state: round.state });
    expect(JSON.stringify(round.result)).toContain("welcome");
  });

  it("names the page in an error to a legacy client", async () => {
    const { server } = make();
    const session = await openAbleSession(server);
    const { error } = await session.request(method, target);
    expect(error).toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: "url", message: "Sign in, please." }] },
    });
  });

  it("explains itself to a client of either era that cannot show one", async () => {
    const { server } = make();
    const modern = await ask(server, "", { method, target, capabilities: {} });
    expect(modern.isAsking).toBe(false);
    expect(modern.error.message).toContain("open a page first");
    const session = await openAbleSession(server, { capabilities: {} });
    const { error } = await session.request(method, target);
    expect(error.message).toContain("open a page first");
  });
});
