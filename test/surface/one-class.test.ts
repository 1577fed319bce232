// Doors are bundled separately, yet what they share is one: docs/decisions/0002-doors-are-bundled.md.

import { BeckonError } from "beckon";
import { createMemoryEngine } from "beckon/engines/memory";
import { expect, it } from "vitest";

it("an error thrown behind one door is an instance of the class that another door exports", () => {
  const engine = createMemoryEngine();
  engine.close();
  expect(() => engine.sessions.get("x")).toThrow(BeckonError);
});
