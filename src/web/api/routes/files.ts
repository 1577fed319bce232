// Takes files that go with an answer, and gives them to whoever may see it.

import type { KeptElicitation } from "../../../broker/broker.js";
import { isAcceptedFile } from "../../../core/elicitation/accepted-file.js";
import type { FileReference } from "../../../core/elicitation/answer.js";
import type { FileFieldSchema } from "../../../core/elicitation/form-schema.js";
import { isObject } from "../../../core/json.js";
import { bodyPieces } from "../../body/body-pieces.js";
import { BodyProblem } from "../../body/body-problem.js";
import { ApiError } from "../api-error.js";
import { findElicitation, isAskedOf, unknownElicitation } from "../find-elicitation.js";
import { defineRoute, type Route } from "../route.js";
import { apiHeaders, sendJson } from "../send.js";
import { optional, text } from "../shape/shapes.js";
import { alreadySettled, notAsked } from "../take-change.js";

const LONGEST_TYPE = 255;

export const uploadRoute: Route = defineRoute({
  method: "POST",
  path: "/elicitations/{id}/files",
  summary: "Upload a file that the answer then names",
  scopes: ["answer"],
  query: {
    name: text("What the file is called.", { max: 255 }),
    field: optional(text("The field that it is for; needed where the form has several for files.")),
  },
  takesRaw: true,
  responses: { 201: { description: "The file is kept.", schema: { $ref: "#/components/schemas/Upload" } } },
  refuses: ["unknown", "settled", "not-asked", "too-large", "limited"],
  async run(visit) {
    const { parts, caller, request, query } = visit;
    const elicitation = await findElicitation(visit);
    if (!isAskedOf(caller, elicitation)) throw notAsked();
    const type = (request.headers.get("content-type") ?? "application/octet-stream").slice(0, LONGEST_TYPE);
    const field = findField(elicitation, query.field);
    if (!isAcceptedFile(field.accept ?? [], query.name, type))
      throw new ApiError("invalid", `This field takes only ${(field.accept ?? []).join(", ")}.`);
    const { maxBytes } = field;
    const written = await parts.broker.files
      .write(
        elicitation.id,
        { name: query.name, type, maxBytes, signal: request.signal },
        bodyPieces(request),
      )
      .catch(brokenOff);
    if (written.ok) return sendJson({ file: written.file }, 201);
    switch (written.reason) {
      case "unknown":
        throw unknownElicitation();
      case "settled":
        throw alreadySettled(visit.parts, await findElicitation(visit));
      case "too-large":
        throw new ApiError("too-large", `No more than ${written.maxBytes} bytes can be taken here.`);
      case "too-many":
        throw new ApiError("too-large", `No more than ${written.maxFiles} files can be taken here.`);
      case "full":
        throw new ApiError("limited", "There is no room for more files just now. Try again later.");
      case "full-for-principal":
        throw new ApiError(
          "limited",
          `There is no room for more files of this account: it has ${written.maxBytesPerPrincipal} bytes. Try again later.`,
        );
    }
  },
});

/** What its sender breaks off is the sender's doing. */
function brokenOff(error: unknown): never {
  throw error instanceof BodyProblem ? new ApiError("invalid", "The file broke off on its way.") : error;
}

function findField({ schema }: KeptElicitation, name: string | undefined): FileFieldSchema {
  const fields = Object.entries(schema?.properties ?? {}).filter(([, field]) => field.type === "file");
  const [found, ...others] = name === undefined ? fields : fields.filter(([known]) => known === name);
  if (found?.[1].type === "file" && others.length === 0) return found[1];
  throw new ApiError(
    "invalid",
    found === undefined ? "The form has no such field for files." : "Say with `field` which one it is for.",
  );
}

export const downloadRoute: Route = defineRoute({
  method: "GET",
  path: "/elicitations/{id}/files/{file}",
  summary: "Get a file that came with the answer",
  scopes: [],
  responses: { 200: { description: "What is in it.", type: "application/octet-stream" } },
  refuses: ["unknown"],
  async run(visit) {
    const { parts, path } = visit;
    const { id } = await findElicitation(visit);
    const answer = await parts.broker.getAnswer(id);
    const values = answer?.action === "accept" ? Object.values(answer.content).flat() : [];
    const file = values.find((value): value is FileReference => isObject(value) && value.id === path.file);
    const content = file && (await parts.broker.files.open(file));
    if (file === undefined || content === undefined)
      throw new ApiError("unknown", "There is no such file with the answer.");
    return new Response(content, {
      headers: {
        ...apiHeaders,
        // Whatever it is called, nobody shows it as a page.
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        "content-length": String(file.bytes),
      },
    });
  },
});
