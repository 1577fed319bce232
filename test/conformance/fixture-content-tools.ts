// Tools for the scenarios that look at what comes back, and at what tools say of themselves.

import { audio, embeddedResource, image, type Server, text, toolError } from "beckon";
import { PNG, WAV } from "./fixture-media.js";

export function addContentTools(server: Server): void {
  server.tool("test_simple_text", { description: "Returns a text" }, () =>
    text("This is a simple text response for testing."),
  );
  server.tool("test_image_content", { description: "Returns a picture" }, () => image(PNG, "image/png"));
  server.tool("test_audio_content", { description: "Returns a sound" }, () => audio(WAV, "audio/wav"));
  server.tool("test_embedded_resource", { description: "Returns an embedded resource" }, () =>
    embeddedResource({
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    }),
  );
  server.tool("test_multiple_content_types", { description: "Returns text, picture and resource" }, () => [
    text("Multiple content types test:"),
    image(PNG, "image/png"),
    embeddedResource({
      uri: "test://mixed-content-resource",
      mimeType: "application/json",
      text: '{"test":"data","value":123}',
    }),
  ]);
  server.tool("test_error_handling", { description: "Fails, and says so" }, () =>
    toolError("This tool intentionally returns an error for testing"),
  );
  server.tool(
    "test_x_mcp_header",
    {
      description: "Has a parameter that clients mirror into a header",
      input: { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } },
    },
    ({ region }) => `Region: ${region ?? "none"}`,
  );
  server.tool(
    "json_schema_2020_12_tool",
    { description: "Has an input schema with the keywords of JSON Schema 2020-12", input: contactSchema },
    () => "A contact.",
  );
}

const contactSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
} as const;
