// The control for uploads.

import type { KnownField } from "../../core/elicitation/field-kind.js";
import { attributes, type Html, html } from "../html/html.js";
import { type FrameOptions, labelled } from "./field-frame.js";
import { commonAttributes } from "./text-controls.js";

/** One file, or several. What was chosen cannot be kept by any page: browsers do not let it. */
export function fileControl(
  { field }: Extract<KnownField, { readonly kind: "file" }>,
  options: FrameOptions,
): Html {
  const own = { type: "file", multiple: field.maxFiles > 1, accept: field.accept?.join(",") || undefined };
  return labelled(options, html`<input${attributes({ ...commonAttributes(options), ...own })}>`);
}
