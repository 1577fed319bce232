// Holds a question that was named against how it stands.

import { neutralLine } from "../../core/neutral-text.js";
import type { ApiClient } from "../../web/api/api-client.js";
import type { ElicitationResource } from "../../web/api/resources.js";
import { CliError } from "../frame/cli-error.js";
import { whatHappened } from "./what-happened.js";

/** The question; throws what the API would say to an answer. */
export async function requireOpen(client: ApiClient, id: string): Promise<ElicitationResource> {
  const { elicitation } = await client.get(id);
  if (elicitation.settled === undefined) return elicitation;
  throw new CliError(
    "settled",
    `The question is over already: ${neutralLine(whatHappened(elicitation))} (\`beckon show ${id}\` has more.)`,
  );
}
