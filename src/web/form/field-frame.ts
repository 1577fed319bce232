// What stands around every control: its label, its help and what is wrong with it.

import { problemSentence } from "../../core/problem.js";
import { foreignBlock, foreignLine } from "../html/foreign-text.js";
import { attributes, type Html, type HtmlValue, html } from "../html/html.js";
import type { PlacedField } from "./controls.js";

/** What a frame says besides the label. */
export interface FrameOptions {
  readonly placed: PlacedField;
  /** A sentence of ours. */
  readonly hint: string | undefined;
  /** What is wrong, to stand behind the label. */
  readonly problem: string | undefined;
  /** A note that something is odd about the field itself. */
  readonly warning?: string | undefined;
  /** The id of what says already what is asked here; then the field has no label of its own. */
  readonly labelledBy?: string | undefined;
}

/** How the field is called: its title, else its name. */
export const labelOf = ({ name, field }: PlacedField): string =>
  field.title === undefined || field.title.trim() === "" ? name : field.title;

/** How a field is called that the message of its question says all of. */
export const UNNAMED = "Your answer";

/** The ids of everything that describes the control, for `aria-describedby`. */
export function describedBy({ placed, hint, problem, warning }: FrameOptions): string | undefined {
  const { control, field } = placed;
  const ids = [
    warning !== undefined && `${control}-warning`,
    field.description !== undefined && `${control}-description`,
    hint !== undefined && `${control}-hint`,
    problem !== undefined && `${control}-problem`,
  ];
  return ids.filter(Boolean).join(" ") || undefined;
}

/** A control with a label of its own. */
export function labelled(options: FrameOptions, control: HtmlValue): Html {
  const { placed } = options;
  return html`<div${attributes(frameAttributes(options))}>
<label class="label" for="${placed.control}">${foreignLine(labelOf(placed))}${optionalMark(placed)}</label>
${helpOf(options)}${control}
</div>`;
}

/** Several controls that belong together. */
export function grouped(options: FrameOptions, role: "radiogroup" | "group", controls: HtmlValue): Html {
  const { placed, problem, labelledBy } = options;
  const states =
    role === "radiogroup"
      ? {
          "aria-required": placed.isRequired || undefined,
          "aria-invalid": problem !== undefined || undefined,
        }
      : {};
  const group = attributes({
    ...frameAttributes(options),
    role,
    "aria-labelledby": labelledBy,
    "aria-describedby": describedBy(options),
    ...texts(states),
  });
  return html`<fieldset${group}>
${labelledBy === undefined ? html`<legend class="label">${foreignLine(labelOf(placed))}${optionalMark(placed)}</legend>` : html`<legend class="unseen">${UNNAMED}</legend>`}
${helpOf(options)}${controls}
</fieldset>`;
}

/** ARIA wants its states spelled out. */
const texts = (states: {
  readonly [name: string]: boolean | undefined;
}): { [name: string]: string | undefined } =>
  Object.fromEntries(Object.entries(states).map(([name, is]) => [name, is ? "true" : undefined]));

const frameAttributes = ({ problem }: FrameOptions) => ({
  class: problem === undefined ? "field" : "field field-wrong",
});

const optionalMark = ({ isRequired }: PlacedField): Html | undefined =>
  isRequired ? undefined : html` <span class="optional">optional</span>`;

function helpOf({ placed, hint, problem, warning }: FrameOptions): HtmlValue {
  const { control, field } = placed;
  return [
    warning !== undefined && html`<p class="warning" id="${control}-warning">${warning}</p>\n`,
    field.description !== undefined &&
      html`<div id="${control}-description">${foreignBlock(field.description, "description", 400, 6)}</div>\n`,
    hint !== undefined && html`<p class="hint" id="${control}-hint">${hint}</p>\n`,
    problem !== undefined &&
      html`<p class="problem" id="${control}-problem"><span class="unseen">Error: </span>${problemSentence(problem)}</p>\n`,
  ];
}
