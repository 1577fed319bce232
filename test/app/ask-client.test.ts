// Clients that can show questions themselves, in both eras: asked only where the operator allows it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readFirstToken } from "../../src/app/access/tokens.js";
import { serve } from "../../src/app/serve.js";
import { connectClient } from "../../src/client/index.js";
import { defineResponder, type Elicitation } from "../../src/index.js";
import { createApiClient } from "../../src/web/index.js";

describe.each(["legacy", "modern"] as const)("a client of the %s era that shows forms", (era) => {
  async function start(flags: object) {
    const folder = mkdtempSync(join(tmpdir(), "beckon-ask-client-"));
    const running = await serve({
      flags: { port: 0, state: join(folder, "state"), ...flags },
      env: {},
      cwd: folder,
    });
    const token = (await readFirstToken(running.folder)) ?? "";
    const shown: Elicitation[] = [];
    const responder = defineResponder(["form"], async (elicitation) => {
      shown.push(elicitation);
      return { action: "accept", content: { answer: "Lisbon" } };
    });
    const headers = { authorization: `Bearer ${token}` };
    const connected = await connectClient(running.mcpUrl, responder, { era, headers, name: "host" });
    return {
      shown,
      api: createApiClient({ baseUrl: running.baseUrl, token }),
      call: async (args: Record<string, unknown>): Promise<string> => {
        const { content } = await connected.client.callTool({ name: "elicit", arguments: args });
        return String((content as readonly { readonly text?: string }[])[0]?.text);
      },
      async [Symbol.asyncDispose]() {
        await connected.close();
        await running.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }

  test("shows what is asked when the operator allows it, and the inbox does not", async () => {
    await using stage = await start({ askClient: true });
    expect(await stage.call({ type: "text", prompt: "Which city?" })).toBe("The person answered: Lisbon");
    expect(stage.shown).toMatchObject([{ mode: "form", message: "Which city?" }]);
    expect((await stage.api.list()).elicitations).toEqual([]);
  });

  test("is left alone unless the operator allows it", async () => {
    await using stage = await start({});
    expect(await stage.call({ type: "text", prompt: "Which city?", wait_seconds: 0.05 })).toContain(
      "Nobody has answered yet",
    );
    expect(stage.shown).toEqual([]);
    expect((await stage.api.list()).elicitations).toMatchObject([
      { message: "Which city?", asker: { server: "host" } },
    ]);
  });

  test("is never shown what is sensitive (C12)", async () => {
    await using stage = await start({ askClient: true });
    const secret = { type: "secret", prompt: "Key?", wait_seconds: 0.05 };
    const choice = {
      type: "choice",
      prompt: "Bank?",
      options: ["a", "b"],
      sensitive: true,
      wait_seconds: 0.05,
    };
    for (const spec of [secret, choice]) expect(await stage.call(spec)).toContain("Nobody has answered yet");
    expect(stage.shown).toEqual([]);
  });
});
