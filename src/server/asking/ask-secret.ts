// `ctx.secret`: from the vault where it is there already, else from the person; the handler cannot tell.

import type { Answer } from "../../core/elicitation/answer.js";
import { requireMessage } from "../../core/elicitation/form-body.js";
import { BeckonError } from "../../core/errors.js";
import { Secret } from "../../core/secret.js";
import { requireVaultName } from "../../core/vault-name.js";
import type { Call } from "../call/call.js";
import type { ServerParts } from "../parts.js";
import { checkAskOptions } from "./ask-options.js";
import { AskedSecret } from "./asked-secret.js";
import type { CallExecution } from "./call-execution.js";
import { openRemembered } from "./remembered-secret.js";
import type { SecretOptions } from "./secret-options.js";

/** Gets a secret; the same one however often the handler runs. */
export async function askSecret(
  parts: ServerParts,
  call: Call,
  execution: CallExecution,
  name: string,
  options: SecretOptions = {},
): Promise<Answer<Secret>> {
  requireVaultName("The name of a secret", name);
  const {
    message = `Please enter ${name}.`,
    description,
    multiline = false,
    remember = false,
    ...how
  } = options;
  checkAskOptions(how);
  requireMessage(message, "The question for a secret");
  if (typeof multiline !== "boolean")
    throw new BeckonError("invalid-arguments", "The option multiline of a secret must be true or false.");
  if (remember && how.audience !== undefined)
    throw new BeckonError(
      "invalid-arguments",
      "A secret is remembered for the caller, so nobody else can be asked for it. Leave out remember, or audience.",
    );
  const remembered = remember ? openRemembered(parts, call, execution, name) : undefined;
  const known = await remembered?.recall();
  if (known !== undefined) return { action: "accept", content: new Secret(known) };
  const asked = new AskedSecret({ name, message, description, multiline }, how, execution.secrets);
  const answer = await execution.run.ask(asked);
  if (answer.action === "accept") await remembered?.keep(answer.content);
  return answer;
}
