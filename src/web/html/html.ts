// HTML that cannot be broken out of: whatever is put into a template is escaped, unless it is HTML itself.

/** A piece of HTML. Only {@link html} and {@link attributes} make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: nothing, text, or pieces of HTML. */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

/** Builds a piece of HTML; values are escaped for text and for attributes in double quotes alike. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? "";
  values.forEach((value, index) => {
    text += write(value) + (strings[index + 1] ?? "");
  });
  return new Html(text);
}

/** What an attribute can be: absent, present, or with a value. */
export type AttributeValue = string | number | boolean | undefined;

/** The attributes of an element, with a blank before each. */
export function attributes(given: { readonly [name: string]: AttributeValue }): Html {
  let text = "";
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`;
  }
  return new Html(text);
}

function write(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(write).join("");
  return escapeText(String(value));
}

const ESCAPES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
