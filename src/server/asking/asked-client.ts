// What only the client itself can give: its model's words, its roots.

import { BeckonError } from "../../core/errors.js";
import type { ClientFeature } from "../../protocol/capabilities.js";
import { type Root, readRootsResult } from "../../protocol/elicitation/read-roots-result.js";
import {
  readSamplingResult,
  type SamplingRequest,
  type SamplingResult,
} from "../../protocol/elicitation/read-sampling-result.js";
import { samplingParams } from "../../protocol/elicitation/sampling-params.js";
import type { Revision } from "../../protocol/revisions.js";
import type { Asked } from "./asked.js";
import type { ClientAskOptions } from "./asking-context.js";

/** What is kept of the client's reply. */
export type FromClientKept<T> =
  | { readonly result: T }
  | { readonly failed: Failure; readonly message: string };

type Failure = "missing-capability" | "timed-out" | "client-failed" | "cancelled";

export const askedSample = (
  request: SamplingRequest,
  options: ClientAskOptions,
): Asked<FromClientKept<SamplingResult>> =>
  askedClient("sampling", "sampling/createMessage", request, samplingParams, readSamplingResult, options);

export const askedRoots = (options: ClientAskOptions): Asked<FromClientKept<readonly Root[]>> =>
  askedClient("roots", "roots/list", {}, () => ({}), readRootsResult, options);

function askedClient<R extends object, T>(
  feature: ClientFeature,
  method: string,
  request: R,
  paramsFor: (request: R, revision: Revision) => object | undefined,
  readResult: (result: unknown) => T | undefined,
  options: ClientAskOptions,
): Asked<FromClientKept<T>> {
  const failed = (code: Failure, message: string) => ({
    failed: code,
    message,
  });
  return {
    feature,
    options,
    key: options.key,
    timeoutMs: options.timeoutMs,
    rendered: [method, request],
    label: method,
    request: (revision) => {
      const params = paramsFor(request, revision);
      return params && { method, paramsJson: JSON.stringify(params) };
    },
    fromClient: (result) => {
      const read = readResult(result);
      return read === undefined ? undefined : { answer: { result: read } };
    },
    fromError: ({ message }) => failed("client-failed", `The client failed at ${method}: ${message}`),
    nobody: failed("missing-capability", `The client cannot do ${method}. Ask ctx.client.can first.`),
    limited: failed("client-failed", `Too many wait already for the client to be asked for ${method}.`),
    withdrawn: failed("cancelled", `The request for ${method} was withdrawn.`),
    onTimeout: failed("timed-out", `The client did not answer ${method} in time.`),
    onInvalid: failed("client-failed", `The client's result of ${method} is none.`),
    isCompletedOutside: false,
    contentSchema: undefined,
    // Kept by the functions above.
    read: (kept) => ({ value: kept as FromClientKept<T> }),
  };
}

/** The result, or the failure as an error. */
export function resultOf<T>(kept: FromClientKept<T>): T {
  if ("failed" in kept) throw new BeckonError(kept.failed, kept.message);
  return kept.result;
}
