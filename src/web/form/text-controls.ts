// Controls for text and numbers, in the clear and masked.

import type { KnownField } from "../../core/elicitation/field-kind.js";
import { type AttributeValue, attributes, type Html, html } from "../html/html.js";
import { postedText } from "./controls.js";
import { describedBy, type FrameOptions, labelled } from "./field-frame.js";
import type { ShownForm } from "./shown-form.js";
import { shownDefault } from "./shown-text.js";

type Of<Kind extends KnownField["kind"]> = Extract<KnownField, { readonly kind: Kind }>;

/** What every single control says of itself. */
export const commonAttributes = (options: FrameOptions): { readonly [name: string]: AttributeValue } => ({
  id: options.placed.control,
  name: options.placed.control,
  required: options.placed.isRequired,
  "aria-describedby": describedBy(options),
  "aria-invalid": options.problem === undefined ? undefined : "true",
});

/** What the control holds: what was typed, else the default. */
export const heldText = (known: KnownField, { placed }: FrameOptions, { posted }: ShownForm): string =>
  posted === undefined ? (shownDefault(known) ?? "") : postedText(posted, placed.control);

/** A line, or as many as the person needs. */
export function textControl(known: Of<"text">, options: FrameOptions, shown: ShownForm): Html {
  const { field } = known;
  const text = heldText(known, options, shown);
  const common = { ...commonAttributes(options), dir: "auto" };
  if (field.format !== undefined) {
    const type = field.format === "email" ? "email" : "url";
    const help = { inputmode: type, autocapitalize: "none", spellcheck: "false" };
    const autocomplete = type === "email" ? "email" : "off";
    return labelled(
      options,
      html`<input${attributes({ ...common, type, ...help, autocomplete, value: text })}>`,
    );
  }
  const size = sizeOf(known, text);
  if (size === "line")
    return labelled(
      options,
      html`<input${attributes({ ...common, type: "text", autocomplete: "off", value: text })}>`,
    );
  // The parser drops a line break right behind the tag, so there is one to drop.
  return labelled(
    options,
    html`<textarea${attributes({ ...common, rows: size, autocomplete: "off" })}>\n${text}</textarea>`,
  );
}

/** A line where the text is known to be short; otherwise rows to begin with, which grow. */
function sizeOf({ field }: Of<"text">, text: string): "line" | number {
  const { minLength = 0, maxLength, pattern } = field;
  const isLong = text.includes("\n") || text.length > 80 || minLength > 80 || (maxLength ?? 0) > 160;
  if (isLong) return 4;
  return maxLength === undefined && pattern === undefined ? 1 : "line";
}

/** A number. Not a number input: those lose what they cannot read, and change under a turning wheel. */
export function numberControl(known: Of<"number">, options: FrameOptions, shown: ShownForm): Html {
  const { type, minimum } = known.field;
  // The number pads of some phones have no minus.
  const isNegative = minimum === undefined || minimum < 0;
  const inputmode = isNegative ? "text" : type === "integer" ? "numeric" : "decimal";
  const value = heldText(known, options, shown);
  const own = { type: "text", class: "short", inputmode, autocomplete: "off", value };
  return labelled(options, html`<input${attributes({ ...commonAttributes(options), ...own })}>`);
}

/** Text that nobody sees, and that is never sent back. */
export function maskedControl(known: Of<"secret"> | Of<"credential">, options: FrameOptions): Html {
  if (known.kind === "secret" && known.field.multiline) return maskedLines(options);
  const own = attributes({
    ...commonAttributes(options),
    type: "password",
    // Anything else makes browsers fill in the password of this site.
    autocomplete: "new-password",
    autocapitalize: "none",
    spellcheck: "false",
    "data-masked": true,
  });
  return labelled(options, html`<div class="masked"><input${own}></div>`);
}

/** The same with line breaks, which a password input would drop. It is masked by the style sheet, so without a script too. */
function maskedLines(options: FrameOptions): Html {
  const own = attributes({
    ...commonAttributes(options),
    class: "concealed",
    rows: 4,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "data-masked": true,
  });
  return labelled(options, html`<div class="masked"><textarea${own}></textarea></div>`);
}
