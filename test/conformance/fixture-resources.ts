// The resources that the suite asks for.

import type { Server } from "beckon";
import { PNG } from "./fixture-media.js";

export function addResources(server: Server): void {
  server.resource(
    "static-text",
    { uri: "test://static-text", description: "A fixed text", mimeType: "text/plain" },
    () => "This is the content of the static text resource.",
  );
  server.resource(
    "static-binary",
    { uri: "test://static-binary", description: "A fixed picture", mimeType: "image/png" },
    () => Buffer.from(PNG, "base64"),
  );
  server.resource(
    "template",
    {
      uri: "test://template/{id}/data",
      description: "Data by id",
      mimeType: "application/json",
      complete: { id: () => ["123"] },
    },
    ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  );
  server.resource(
    "watched-resource",
    { uri: "test://watched-resource", description: "A text to subscribe to", mimeType: "text/plain" },
    () => "Watched resource content",
  );
}
