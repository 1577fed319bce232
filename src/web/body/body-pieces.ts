// A body piece by piece, as it comes.

import { BodyProblem } from "./body-problem.js";

/** The pieces of a body. Throws a {@link BodyProblem} when its sender breaks it off: that is no failure of the server. */
export async function* bodyPieces(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      // What fails here is the connection, or whoever is at its other end.
      const { done, value } = await reader.read().catch(brokeOff);
      if (done) return;
      yield value;
    }
  } finally {
    // After the end, and after a failure, there is nothing left to cancel.
    void reader.cancel().catch(() => {});
  }
}

const brokeOff = (): never => {
  throw new BodyProblem(400, "It broke off.");
};
