// Tests that fail, in every runner.

import { AssertionError } from "node:assert";

/** What was asserted is not so. */
export const failure = (message: string): AssertionError =>
  new AssertionError({ message, stackStartFn: failure });

/** The test itself is wrong, whatever the handler does. */
export class TestFault extends AssertionError {
  constructor(message: string) {
    super({ message, stackStartFn: TestFault });
  }
}
