// Takes the files of a form while they come, each held against its field.

import { isAcceptedFile } from "../../core/elicitation/accepted-file.js";
import type { FileReference } from "../../core/elicitation/answer.js";
import { acceptedLabel, byteLabel } from "../../core/elicitation/field-hint.js";
import type { FileFieldSchema, FormSchema } from "../../core/elicitation/form-schema.js";
import { BodyProblem } from "../body/body-problem.js";
import type { Upload } from "../body/read-multipart.js";
import { placeFields } from "./controls.js";

/** Where the files of one field go. */
export interface FilePlace {
  /** What its problems are told under. */
  readonly name: string;
  readonly field: FileFieldSchema;
  write(file: ComingFile, stream: AsyncIterable<Uint8Array>): Promise<FileTaking>;
}

/** A file, before what is in it has come. */
export interface ComingFile {
  readonly name: string;
  /** The media type that the browser gave. */
  readonly type: string;
  readonly maxBytes: number;
  /** Breaks the upload off. */
  readonly signal: AbortSignal;
}

/** What came of a file. */
export type FileTaking =
  | { readonly ok: true; readonly file: FileReference }
  | {
      readonly ok: false;
      readonly reason: "unknown" | "settled" | "too-many" | "full" | "full-for-principal";
    }
  | { readonly ok: false; readonly reason: "too-large"; readonly maxBytes: number };

/** The fields of a form that take files, by control. */
export const fileFields = (
  schema: FormSchema | undefined,
): ReadonlyMap<string, Pick<FilePlace, "name" | "field">> =>
  new Map(
    placeFields(schema ?? { type: "object", properties: {} }).flatMap(({ control, name, field }) =>
      field.type === "file" ? [[control, { name, field }] as const] : [],
    ),
  );

/** The files of one post. */
export interface AcceptedFiles {
  /** By control. */
  readonly files: ReadonlyMap<string, readonly FileReference[]>;
  /** What is wrong with some, by the name of the place. */
  readonly problems: ReadonlyMap<string, string>;
  take(upload: Upload): Promise<void>;
  /** Deletes everything that was taken. */
  discard(): Promise<void>;
}

/** `remove` deletes a file that goes with no answer. */
export function createAcceptedFiles(
  places: ReadonlyMap<string, FilePlace>,
  remove: (file: FileReference) => Promise<void>,
): AcceptedFiles {
  const files = new Map<string, FileReference[]>();
  const problems = new Map<string, string>();
  return {
    files,
    problems,
    async take({ control, name, type, stream, signal }) {
      const placed = places.get(control);
      if (placed === undefined) throw new BodyProblem(400, "It has a file that this form does not ask for.");
      // A control without a file is sent as a file without a name.
      if (name === "") return;
      const { field } = placed;
      const taken = files.get(control) ?? [];
      const problem =
        taken.length >= field.maxFiles
          ? `must have at most ${field.maxFiles} file${field.maxFiles === 1 ? "" : "s"}`
          : isAcceptedFile(field.accept ?? [], name, type)
            ? undefined
            : `must be ${acceptedLabel(field.accept ?? [])}`;
      if (problem !== undefined) {
        problems.set(placed.name, problem);
        return;
      }
      const written = await placed.write(
        { name, type: type.slice(0, LONGEST_TYPE), maxBytes: field.maxBytes, signal },
        stream,
      );
      if (written.ok) {
        files.set(control, [...taken, written.file]);
        return;
      }
      switch (written.reason) {
        case "too-large":
          problems.set(placed.name, tooLarge(field, written.maxBytes));
          return;
        case "too-many":
          problems.set(placed.name, "has been sent too often; nothing more can be uploaded here");
          return;
        case "full":
        case "full-for-principal":
          problems.set(placed.name, "cannot be taken now: there is no room for more files; try again later");
          return;
        default:
          // It is over. Whoever settles hears that too, or that this very answer was given before.
          files.set(control, [...taken, { id: NOT_TAKEN, name, type, bytes: 0 }]);
          return;
      }
    },
    async discard() {
      for (const file of [...files.values()].flat()) if (file.id !== NOT_TAKEN) await remove(file);
    },
  };
}

/** Stands for the id of a file that came too late to be kept. */
export const NOT_TAKEN = "not taken";

/** One file is too large, or all of them are together. */
const tooLarge = ({ maxBytes }: FileFieldSchema, most: number): string =>
  most < maxBytes
    ? `has more in all its files than can be taken; ${byteLabel(most)} are left`
    : `must have at most ${byteLabel(maxBytes)} in each file`;

/** Longer than any media type. */
const LONGEST_TYPE = 255;
