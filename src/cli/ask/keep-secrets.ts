// Puts secrets of an answer into the vault of the state folder, and handles in their place.

import type { ElicitSpec } from "../../agent/spec.js";
import { withHandles } from "../../agent/with-handles.js";
import { SECRET_OWNER } from "../../app/questions/secret-keeper.js";
import type { Answer } from "../../core/elicitation/answer.js";
import type { Surroundings } from "../frame/surroundings.js";
import { requireState } from "../state/find-state.js";
import { openVault } from "../state/open-vault.js";

/** The same answer as may be shown. */
export async function keepSecrets(
  spec: ElicitSpec,
  told: Answer,
  state: string | undefined,
  surroundings: Surroundings,
): Promise<Answer> {
  if (told.action !== "accept") return told;
  const vault = await openVault(await requireState(state, surroundings));
  try {
    return { ...told, content: await withHandles(vault, SECRET_OWNER, spec, told.content) };
  } finally {
    await vault.close();
  }
}
