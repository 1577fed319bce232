// The result that asks: what the client has to find out before it calls again.

import type { ClientRequest } from "./asked.js";

/** An `InputRequiredResult` of the modern era. */
export interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests?: { readonly [key: string]: ClientRequest };
  readonly requestState: string;
}
