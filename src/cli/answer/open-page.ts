// A page to go to: first it is found out whether somebody has been through with it for the same run.

import { wasDoneWith } from "../../core/elicitation/was-done-with.js";
import { BeckonError } from "../../core/errors.js";
import type { ShownQuestion } from "../../terminal/question.js";
import type { ApiClient } from "../../web/api/api-client.js";
import type { ElicitationResource } from "../../web/api/resources.js";

/** Puts it into the terminal with `show` once that is known. Before that it can be taken away, and never appears. */
export function openPage(
  elicitation: ElicitationResource,
  client: ApiClient,
  show: (isLoop: boolean) => ShownQuestion,
): ShownQuestion {
  let shown: ShownQuestion | undefined;
  let isGone = false;
  let changed: Parameters<ShownQuestion["update"]>[0] = {};
  isLoop(elicitation, client)
    .then((found) => {
      if (isGone) return;
      shown = show(found);
      shown.update(changed);
    })
    .catch((error: unknown) => {
      // Whoever left the terminal meanwhile sees nothing more in it.
      if (!(error instanceof BeckonError && error.code === "closed")) throw error;
    });
  return {
    update(change) {
      changed = { ...changed, ...change };
      shown?.update(change);
    },
    remove(reason) {
      isGone = true;
      shown?.remove(reason);
    },
    complete() {
      isGone = true;
      shown?.complete();
    },
  };
}

async function isLoop(elicitation: ElicitationResource, client: ApiClient): Promise<boolean> {
  try {
    const { rounds } = await client.runs.get(elicitation.asker.runId);
    return wasDoneWith(elicitation, rounds.flat());
  } catch {
    // The person can still decide; a server that is away is told of by what follows it.
    return false;
  }
}
