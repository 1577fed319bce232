// A secret that came through the server's responder is nowhere else once the server has it.

import { describe, expect, it } from "vitest";
import { type Answer, defineResponder, field, form, type Responder } from "../../src/index.js";
import { ask, callBody, makeServer, openAbleSession, textOf } from "../server/asking/talk.js";
import { readReply } from "../server/speak.js";

function make(release?: (id: string) => Promise<void>) {
  const asked: string[] = [];
  const respond = async ({ id, message }: { id: string; message: string }): Promise<Answer> => {
    asked.push(id);
    return { action: "accept", content: message.includes("token") ? { secret: "sesame" } : { name: "Ada" } };
  };
  const released: string[] = [];
  const note = async (id: string): Promise<void> => void released.push(id);
  const responder: Responder = Object.assign(defineResponder(["form"], respond, ["secret"]), {
    release: release ?? note,
  });
  const errors: string[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const server = makeServer({ responder, logger });
  server.tool("token", {}, async (_input, ctx) => {
    const answer = await ctx.secret("a token");
    return answer.action === "accept" ? answer.content.reveal() : answer.action;
  });
  server.tool(
    "name",
    {},
    async (_input, ctx) => (await ctx.elicit(form("Name?", { name: field.string() }))).action,
  );
  return { server, asked, released, errors };
}

describe("a responder that can release", () => {
  it("is told that its secret is kept, in the modern era", async () => {
    const { server, asked, released } = make();
    expect((await ask(server, "token", { capabilities: {} })).text).toBe("sesame");
    expect(released).toEqual(asked);
  });

  it("is told that its secret is kept, in the legacy era", async () => {
    const { server, asked, released } = make();
    const session = await openAbleSession(server, { capabilities: {} });
    const { result } = await readReply(await session.post(callBody("token")));
    expect(textOf(result)).toBe("sesame");
    expect(released).toEqual(asked);
  });

  it("hears nothing of an answer without a secret", async () => {
    const { server, asked, released } = make();
    expect((await ask(server, "name", { capabilities: {} })).text).toBe("accept");
    expect([asked.length, released]).toEqual([1, []]);
  });

  it("that fails at it does not take the answer along", async () => {
    const { server, errors } = make(() => Promise.reject(new Error("gone")));
    expect((await ask(server, "token", { capabilities: {} })).text).toBe("sesame");
    expect(errors).toEqual(["Whoever was asked could not be told that the answer is kept."]);
  });
});
