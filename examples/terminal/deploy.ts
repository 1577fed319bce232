// A script that asks whoever sits at its terminal, and goes on with what they say.

import { createAsker } from "beckon/agent";
import { createTerminal, type Terminal } from "beckon/terminal";

/** Asks what to deploy, then whether to. */
export async function deploy(terminal: Terminal): Promise<string> {
  using asker = createAsker({ name: "deploy", responders: [], terminal: terminal.responder });
  const asked = await asker.ask({
    type: "form",
    prompt: "What shall be deployed?",
    fields: [
      { name: "version", type: "text", prompt: "Version", required: true },
      {
        name: "region",
        type: "choice",
        prompt: "Region",
        options: ["eu-north-1", "us-east-1"],
        required: true,
      },
    ],
  });
  if (asked.action !== "accept") return `Nothing was deployed: ${asked.action}.`;
  const { version, region } = asked.content;
  const approval = await asker.approveTool({ name: "deploy", arguments: { version, region } });
  return approval.action === "approve" ? `Deployed ${version} to ${region}.` : "Nothing was deployed.";
}

if (process.argv[1] === import.meta.filename) {
  await using terminal = createTerminal({ env: process.env });
  console.log(await deploy(terminal));
}
