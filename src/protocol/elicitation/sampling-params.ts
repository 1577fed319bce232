// Writes the parameters of `sampling/createMessage` for each revision.

import type { Revision } from "../revisions.js";
import type { SamplingContent, SamplingMessage, SamplingRequest } from "./read-sampling-result.js";

/** Asks a client's model; `undefined` when the revision cannot carry what is asked. */
export function samplingParams(request: SamplingRequest, revision: Revision): SamplingRequest | undefined {
  if (revision.samplingTools) return request;
  if (request.tools !== undefined || request.toolChoice !== undefined) return undefined;
  const messages = request.messages.flatMap(oneBlockEach);
  const canCarry = messages.every(({ content }) => isKnown(content, revision));
  return canCarry ? { ...request, messages } : undefined;
}

type SingleMessage = SamplingMessage & { readonly content: SamplingContent };

/** Messages of the same role may follow each other, so nothing is lost. */
const oneBlockEach = ({ role, content }: SamplingMessage): readonly SingleMessage[] =>
  (isList(content) ? content : [content]).map((block) => ({ role, content: block }));

// `Array.isArray` does not tell a readonly list from a block.
const isList = (content: SamplingMessage["content"]): content is readonly SamplingContent[] =>
  Array.isArray(content);

const isKnown = ({ type }: SamplingContent, revision: Revision): boolean =>
  type === "text" || type === "image" || (type === "audio" && revision.audio);
