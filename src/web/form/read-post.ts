// Reads a posted form, with or without files, and takes apart what is the page's own and what is the question's.

import type { FileReference } from "../../core/elicitation/answer.js";
import { BodyProblem } from "../body/body-problem.js";
import { readMultipart } from "../body/read-multipart.js";
import { readUrlencoded } from "../body/read-urlencoded.js";
import { createAcceptedFiles, type FilePlace } from "./accept-files.js";
import type { Posted } from "./controls.js";
import type { PostedFiles } from "./read-content.js";

/** `questions` only where one page has several. */
const OWN = ["token", "key", "action", "reason", "questions"] as const;

export interface ReadPost {
  /** Every field. */
  readonly fields: Posted;
  /** The fields that every page has. */
  readonly own: { readonly [Name in (typeof OWN)[number]]?: string };
  /** The fields of the question. */
  readonly others: Posted;
  readonly files: PostedFiles;
  readonly fileProblems: ReadonlyMap<string, string>;
  /** Deletes the files that came along. */
  discard(): Promise<void>;
}

/** What a form may bring. */
export interface PostOptions {
  readonly maxFormBytes: number;
  /** Where its files go; with none it has no files. */
  readonly places: ReadonlyMap<string, FilePlace>;
  /** Deletes a file that goes with no answer. */
  readonly remove: (file: FileReference) => Promise<void>;
  readonly hasToken: (fields: Posted) => boolean;
}

/** Reads the body. Throws a {@link BodyProblem} when it is none of a page; files that came by then are deleted. */
export async function readPost(
  request: Request,
  { maxFormBytes, places, remove, hasToken }: PostOptions,
): Promise<ReadPost> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const most = mostFiles(places);
  if (type === "application/x-www-form-urlencoded") {
    const fields = await readUrlencoded(request, maxFormBytes);
    return { ...takeApart(fields), files: new Map(), fileProblems: new Map(), discard: async () => {} };
  }
  if (type !== "multipart/form-data" || most.files === 0)
    throw new BodyProblem(415, "It is not of the kind that this form sends.");
  const accepted = createAcceptedFiles(places, remove);
  try {
    const fields = await readMultipart(request, {
      maxFieldBytes: maxFormBytes,
      // Somewhat more, for what stands around each part.
      maxBytes: maxFormBytes + most.bytes + most.files * 4096,
      maxFiles: most.files,
      allowFiles: (before) => {
        if (!hasToken(before)) throw new BodyProblem(403, "It has no token.");
      },
      takeFile: accepted.take,
    });
    const { files, problems: fileProblems, discard } = accepted;
    return { ...takeApart(fields), files, fileProblems, discard };
  } catch (error) {
    await accepted.discard();
    throw error;
  }
}

/** Some more than are asked for, so that one file too many gets its message and not a broken connection. */
const SPARE_FILES = 20;

function mostFiles(places: ReadonlyMap<string, FilePlace>): {
  readonly files: number;
  readonly bytes: number;
} {
  let files = 0;
  let bytes = 0;
  for (const { field } of places.values()) {
    files += field.maxFiles + SPARE_FILES;
    bytes += (field.maxFiles + 1) * field.maxBytes;
  }
  return { files, bytes };
}

function takeApart(fields: Posted): Pick<ReadPost, "fields" | "own" | "others"> {
  const own: { [Name in (typeof OWN)[number]]?: string } = {};
  const others = new Map(fields);
  for (const name of OWN) {
    const values = fields.get(name);
    others.delete(name);
    if (values === undefined) continue;
    if (values.length > 1) throw new BodyProblem(400, "It has a field twice.");
    own[name] = values[0] ?? "";
  }
  return { fields, own, others };
}
