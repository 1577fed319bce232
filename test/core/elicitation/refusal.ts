// What a builder refuses, as its code and sentence.

import { BeckonError } from "../../../src/core/errors.js";

/** Runs what should throw, and gives the error that Beckon threw. */
export function refusalOf(build: () => unknown): { readonly code: string; readonly message: string } {
  try {
    build();
  } catch (error) {
    if (error instanceof BeckonError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("It was not refused.");
}
