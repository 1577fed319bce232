// Reads a secret that somebody types, without echo.

import { randomUUID } from "node:crypto";
import { CliError } from "../frame/cli-error.js";
import type { Surroundings } from "../frame/surroundings.js";
import { openTerminal } from "../terminal/open-terminal.js";

/** What was typed; `undefined` when the person did not want to. */
export async function readSecret(name: string, surroundings: Surroundings): Promise<string | undefined> {
  const opened = openTerminal(surroundings);
  if (opened === undefined)
    throw new CliError(
      "nobody",
      `There is no terminal to type ${name} in. Give it on standard input, with - at the end.`,
    );
  const id = randomUUID();
  try {
    const answer = await opened.ask({
      mode: "form",
      id,
      key: id,
      message: `What is ${name}? It is kept sealed, and shown to nobody.`,
      schema: { type: "object", properties: { value: { type: "secret", title: name } }, required: ["value"] },
      audience: undefined,
      expiresAt: undefined,
      asker: {
        server: "beckon secret set",
        method: "set",
        target: name,
        client: undefined,
        principalId: undefined,
        runId: id,
      },
    });
    // The terminal has held it against the form.
    return answer.action === "accept" ? String(answer.content.value) : undefined;
  } finally {
    await opened.close();
  }
}
