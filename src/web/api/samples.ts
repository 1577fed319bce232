// What the samples ask: every kind of field once, and an approval.

import type { KeptElicitation, NewElicitation } from "../../broker/broker.js";

/** The method of their asker, which no caller can give its own questions. */
export const SAMPLE_METHOD = "sample";

export const isSample = ({ asker }: KeptElicitation): boolean => asker.method === SAMPLE_METHOD;

export const samples: readonly Pick<NewElicitation, "message" | "schema">[] = [
  {
    message: "A bit of everything: this is how a form looks. Nothing you send goes anywhere.",
    schema: {
      type: "object",
      properties: {
        name: { type: "string", title: "Name", minLength: 1, maxLength: 80 },
        about: {
          type: "string",
          title: "About you",
          description: "A longer text, if you like.",
          maxLength: 2_000,
        },
        mail: { type: "string", title: "Mail address", format: "email" },
        website: { type: "string", title: "Website", format: "uri" },
        day: { type: "string", title: "Day", format: "date" },
        moment: { type: "string", title: "Date and time", format: "date-time" },
        guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20, default: 2 },
        budget: { type: "number", title: "Budget", minimum: 0 },
        news: { type: "boolean", title: "Send me news", default: false },
        agreed: { type: "boolean", title: "I have read the rules" },
        seat: {
          type: "string",
          title: "Seat",
          oneOf: [
            { const: "in", title: "Inside" },
            { const: "out", title: "Terrace" },
          ],
          default: "in",
        },
        month: {
          type: "string",
          title: "Month",
          enum: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
          enumNames: [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
          ],
        },
        size: { type: "string", title: "Size", enum: ["small", "medium", "large"] },
        diet: {
          type: "array",
          title: "Diet",
          maxItems: 2,
          items: {
            anyOf: [
              { const: "vegan", title: "Vegan" },
              { const: "gluten", title: "No gluten" },
              { const: "nuts", title: "No nuts" },
            ],
          },
        },
        extras: {
          type: "array",
          title: "Extras",
          items: { type: "string", enum: ["water", "bread", "olives"] },
        },
      },
      required: ["name", "guests", "agreed"],
    },
  },
  {
    message: "A secret and a file: what you type in the first field is shown to nobody.",
    schema: {
      type: "object",
      properties: {
        word: { type: "secret", title: "A word that is nobody's business" },
        picture: {
          type: "file",
          title: "A picture",
          accept: ["image/*"],
          maxBytes: 5 * 2 ** 20,
          maxFiles: 2,
        },
      },
      required: ["word"],
    },
  },
  { message: "An approval: may the sample go ahead?" },
];
