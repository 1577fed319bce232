// Controls for yes and no, for one of several, and for some of several.

import type { KnownField } from "../../core/elicitation/field-kind.js";
import { hasDefault } from "../../core/elicitation/field-kind.js";
import { optionsOf } from "../../core/elicitation/options-of.js";
import { cutLine, foreignLine } from "../html/foreign-text.js";
import { attributes, type Html, type HtmlValue, html } from "../html/html.js";
import { type FrameOptions, grouped, labelled } from "./field-frame.js";
import type { ShownForm } from "./shown-form.js";
import { commonAttributes } from "./text-controls.js";

type Of<Kind extends KnownField["kind"]> = Extract<KnownField, { readonly kind: Kind }>;

/** As many options as are read at a glance. */
const MOST_RADIOS = 7;

/** Longer than any option that explains itself. */
const LONGEST_OPTION = 1_000;

/** Yes and No; neither is chosen before the person, or the author, did. */
export function booleanControl(known: Of<"boolean">, options: FrameOptions, shown: ShownForm): Html {
  const preset = known.field.default;
  const chosen = chosenIn(options, shown, preset === undefined ? [] : [preset ? "yes" : "no"]);
  const offered: Offered[] = [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
  ];
  return grouped(
    options,
    "radiogroup",
    html`<div class="options options-short">${list("radio", options, withNone(known, options, offered), chosen)}</div>`,
  );
}

/** Radios as long as they are read at a glance, then a list to choose from. */
export function choiceControl(known: Of<"choice">, options: FrameOptions, shown: ShownForm): Html {
  const all = optionsOf(known.field);
  const preset = all.findIndex(({ const: value }) => value === known.field.default);
  const chosen = chosenIn(options, shown, preset < 0 ? [] : [String(preset)]);
  const offered = all.map(offer);
  if (all.length <= MOST_RADIOS)
    return grouped(
      options,
      "radiogroup",
      html`<div class="options">${list("radio", options, withNone(known, options, offered), chosen)}</div>`,
    );
  const first = hasDefault(known.field)
    ? undefined
    : html`<option value="">${options.placed.isRequired ? "Choose…" : "No answer"}</option>`;
  return labelled(
    options,
    html`<div class="searchable" data-searchable><select${attributes(commonAttributes(options))}>
${first}
${offered.map(({ value, label }) => html`<option${attributes({ value, selected: chosen.includes(value) })}>${label}</option>\n`)}</select></div>`,
  );
}

/** Checkboxes, with something to search in when there are many. */
export function choicesControl(known: Of<"choices">, options: FrameOptions, shown: ShownForm): Html {
  const all = optionsOf(known.field);
  const preset = all.flatMap(({ const: value }, index) =>
    known.field.default?.includes(value) ? [String(index)] : [],
  );
  const chosen = chosenIn(options, shown, preset);
  const boxes = list("checkbox", options, all.map(offer), chosen);
  return grouped(
    options,
    "group",
    all.length > MOST_RADIOS
      ? html`<div class="searchable" data-searchable><div class="options options-many" tabindex="-1">${boxes}</div></div>`
      : html`<div class="options">${boxes}</div>`,
  );
}

interface Offered {
  readonly value: string;
  readonly label: string;
}

const offer = ({ title, const: value }: { title: string; const: string }, index: number): Offered => ({
  value: String(index),
  label: cutLine(title.trim() === "" ? value || "(empty)" : title, LONGEST_OPTION),
});

/** A way back to no answer, where there need not be one. */
const withNone = (
  known: KnownField,
  { placed }: FrameOptions,
  offered: readonly Offered[],
): readonly Offered[] =>
  placed.isRequired || hasDefault(known.field) ? offered : [...offered, { value: "", label: "No answer" }];

/** What was chosen; before that, what the author chose. */
const chosenIn = (
  { placed }: FrameOptions,
  { posted }: ShownForm,
  preset: readonly string[],
): readonly string[] => (posted === undefined ? preset : (posted.get(placed.control) ?? []));

function list(
  type: "radio" | "checkbox",
  { placed }: FrameOptions,
  offered: readonly Offered[],
  chosen: readonly string[],
): HtmlValue {
  const { control } = placed;
  return offered.map(({ value, label }, index) => {
    // The first has the id that errors link to.
    const id = index === 0 ? control : `${control}-${index}`;
    const own = attributes({ type, id, name: control, value, checked: chosen.includes(value) });
    const isAside = type === "radio" && value === "";
    return html`<label class="${isAside ? "option option-none" : "option"}" for="${id}"><input${own}><span>${foreignLine(label)}</span></label>\n`;
  });
}
