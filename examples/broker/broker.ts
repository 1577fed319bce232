// A program that asks for approvals and goes on when somebody gives them, with a small inbox in the same process.

import { createBroker } from "beckon/broker";
import { createMemoryEngine } from "beckon/engines/memory";
import * as z from "zod";

const broker = createBroker({ engine: createMemoryEngine() });

broker.defineTemplate("approve-deploy", {
  variables: z.object({ service: z.string(), build: z.number().int().positive() }),
  elicitation: ({ service, build }) => ({
    message: `Deploy build ${build} of ${service}?`,
    schema: {
      type: "object",
      properties: { region: { type: "string", title: "Region", enum: ["eu", "us"], default: "eu" } },
    },
    audience: "operators",
    timeoutMs: 3_600_000,
  }),
});

/** Asks, and waits for as long as it takes. */
async function deploy(service: string, build: number): Promise<string> {
  const asker = {
    server: "ci",
    method: "deploy",
    target: service,
    client: undefined,
    principalId: "ci",
    runId: `${service} ${build}`,
  };
  // Asked again after a crash it is the same question.
  const creation = await broker.createFrom("approve-deploy", { service, build }, { key: asker.runId, asker });
  if (!creation.ok) return `Not asked: come back in ${creation.retryAfterMs} ms.`;
  const answer = await broker.wait(creation.elicitation.id);
  if (answer?.action !== "accept") return `${service} stays as it is: ${answer?.action}.`;
  return `${service} goes to ${answer.content.region}, says ${answer.by}.`;
}

/** What an operator does: looks at what waits, and answers. */
async function operate(): Promise<void> {
  for await (const { status, elicitation } of broker.watch({ after: 0 })) {
    if (status !== "pending" || elicitation === undefined) continue;
    console.log(`? ${elicitation.message}`);
    const isLate = elicitation.message.includes("billing");
    const answer = isLate
      ? ({ action: "decline", reason: "Not on a Friday." } as const)
      : ({ action: "accept", content: {} } as const);
    await broker.settle(elicitation.id, answer, { by: "mia", groups: ["operators"], from: "inbox" });
    const bob = { by: "bob", groups: ["operators"], from: "api" };
    const second = await broker.settle(elicitation.id, { action: "cancel" }, bob);
    if (!second.ok && second.reason === "settled")
      console.log(`  ${second.elicitation.settled?.by} was first, bob too late.`);
  }
}

const operating = operate();
console.log(await deploy("api", 42));
console.log(await deploy("billing", 7));
console.log(await deploy("api", 42));
await broker.close();
await operating;
