// What a client brings back, held against what it was asked.

import type { ClientFeature } from "../../protocol/capabilities.js";
import { readElicitResult } from "../../protocol/elicitation/read-elicit-result.js";
import { readRootsResult } from "../../protocol/elicitation/read-roots-result.js";
import { readSamplingResult } from "../../protocol/elicitation/read-sampling-result.js";

/** True for a result of the kind that was asked for, whatever is in it. */
export function isResponseTo(feature: ClientFeature, response: unknown): boolean {
  switch (feature) {
    case "form":
    case "url":
      return readElicitResult(response) !== undefined;
    case "sampling":
      return readSamplingResult(response) !== undefined;
    case "roots":
      return readRootsResult(response) !== undefined;
  }
}
