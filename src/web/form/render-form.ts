// Renders the fields of a form, and the list of what is wrong with them.

import { hintFor } from "../../core/elicitation/field-hint.js";
import { isConcealed, type KnownField, kindOf } from "../../core/elicitation/field-kind.js";
import { problemSentence } from "../../core/problem.js";
import { cutLine, foreignBlock, foreignLine } from "../html/foreign-text.js";
import { type Html, html } from "../html/html.js";
import { booleanControl, choiceControl, choicesControl } from "./choice-controls.js";
import { type PlacedField, placeFields } from "./controls.js";
import { dateControl, dateTimeControl } from "./date-controls.js";
import { type FrameOptions, labelOf, UNNAMED } from "./field-frame.js";
import { fileControl } from "./file-control.js";
import type { ShownForm } from "./shown-form.js";
import { maskedControl, numberControl, textControl } from "./text-controls.js";
import { isNamedByMessage } from "./yes-or-no.js";

/** True when every field can be shown; a form with any other can be refused, and never answered. */
export const canRender = ({ schema }: Pick<ShownForm, "schema">): boolean =>
  placeFields(schema).every((placed) => kindOf(placed) !== undefined);

/** The fields in their order. */
export const renderFields = (shown: ShownForm): readonly Html[] =>
  placeFields(shown.schema, shown.prefix).map((placed) => renderField(placed, shown));

function renderField(placed: PlacedField, shown: ShownForm): Html {
  const known = kindOf(placed);
  if (known === undefined) return unknownField(placed);
  const problem = shown.problems.get(placed.name);
  const options: FrameOptions = {
    placed,
    hint: hintFor(known),
    problem: problem === undefined ? undefined : cutLine(problem),
    warning: known.kind === "credential" ? CREDENTIAL_WARNING : undefined,
    labelledBy: isNamedByMessage(shown.schema) ? shown.titleId : undefined,
  };
  switch (known.kind) {
    case "text":
      return textControl(known, options, shown);
    case "credential":
    case "secret":
      return maskedControl(known, withLoss(options, known, shown));
    case "date":
      return dateControl(known, options, shown);
    case "date-time":
      return dateTimeControl(known, options, shown);
    case "number":
      return numberControl(known, options, shown);
    case "boolean":
      return booleanControl(known, options, shown);
    case "choice":
      return choiceControl(known, options, shown);
    case "choices":
      return choicesControl(known, options, shown);
    case "file":
      return fileControl(known, withLoss(options, known, shown));
  }
}

const CREDENTIAL_WARNING =
  "This looks like a request for a password, key or code. A form like this must not ask for one. Fill it in only if you are sure that you want the asker to have it.";

/** After an error, says of what is never sent back that it has to be given again. */
function withLoss(options: FrameOptions, known: KnownField, { posted, isDraft }: ShownForm): FrameOptions {
  if (posted === undefined || isDraft || !isConcealed(known.kind) || options.problem !== undefined)
    return options;
  const again =
    known.kind === "file"
      ? "Choose your files again: they were not kept."
      : "Type it again: it was not kept, so that nobody sees it.";
  return { ...options, hint: [options.hint, again].filter(Boolean).join(" ") };
}

/** A shape that is not known is shown as it is, and cannot be filled in. */
function unknownField(placed: PlacedField): Html {
  return html`<div class="field"><p class="label">${foreignLine(labelOf(placed))}</p>
<p class="warning">This field cannot be shown here, so this question cannot be answered on this page.</p>
${foreignBlock(JSON.stringify(placed.field, null, 2), "raw", 600)}</div>`;
}

/** Everything that is wrong, in the order of the fields, with links to them; nothing when nothing is. */
export function renderProblems(...forms: readonly ShownForm[]): Html | undefined {
  const lines = forms.flatMap(problemLines);
  if (lines.length === 0) return undefined;
  const count = lines.length === 1 ? "One thing needs" : `${lines.length} things need`;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
<h2 id="summary-title">${count} another look</h2>
<ul>${lines}</ul>
</div>`;
}

function problemLines({ schema, prefix, problems, titleId }: ShownForm): readonly Html[] {
  const lines = placeFields(schema, prefix).flatMap((placed) => {
    const problem = problems.get(placed.name);
    const label = titleId !== undefined && isNamedByMessage(schema) ? UNNAMED : labelOf(placed);
    return problem === undefined ? [] : [problemLine(placed, label, problem)];
  });
  const general = problems.get("");
  if (general === undefined) return lines;
  const sentence = problemSentence(cutLine(general));
  // Of several questions it says which one it is about.
  return [...lines, html`<li>${prefix ? html`<a href="#${titleId}">${sentence}</a>` : sentence}</li>`];
}

const problemLine = ({ control }: PlacedField, label: string, problem: string): Html =>
  html`<li><a href="#${control}">${foreignLine(label)}</a> ${cutLine(problem)}</li>\n`;
