import { expect, test } from "vitest";
import { progressText } from "../../src/cli/host/progress-text.js";

test.each([
  [3, 10, "Copying", "3/10 Copying"],
  [3, 10, "", "3/10"],
  [0.001, undefined, "Waiting for an answer", "Waiting for an answer"],
  [4, undefined, "", "4"],
])("progress %s of %s with %j is told as one line", (progress, total, message, line) => {
  expect(progressText(progress, total, message)).toBe(line);
});
