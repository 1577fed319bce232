// Controls for dates, and for dates with a time in a zone.

import type { KnownField } from "../../core/elicitation/field-kind.js";
import { cutLine } from "../html/foreign-text.js";
import { attributes, type Html, html } from "../html/html.js";
import { postedText, zoneControl } from "./controls.js";
import { isLocal, isPickable, toLocalTime, ZONES, zoneLabel } from "./date-time.js";
import { describedBy, type FrameOptions, labelled, labelOf } from "./field-frame.js";
import type { ShownForm } from "./shown-form.js";
import { commonAttributes, heldText } from "./text-controls.js";

type Of<Kind extends KnownField["kind"]> = Extract<KnownField, { readonly kind: Kind }>;

/** A date. A text that no picker can hold is shown as text, so that it is not lost. */
export function dateControl(known: Of<"date">, options: FrameOptions, shown: ShownForm): Html {
  const value = heldText(known, options, shown);
  const isPicked = value === "" || isPickable(value);
  const hint = isPicked ? undefined : "Such as 2026-07-28.";
  const framed = { ...options, hint };
  const own = { type: isPicked ? "date" : "text", class: "short", value };
  return labelled(framed, html`<input${attributes({ ...commonAttributes(framed), ...own })}>`);
}

/** A date and time with the question that a picker leaves open: in which zone. */
export function dateTimeControl(known: Of<"date-time">, options: FrameOptions, shown: ShownForm): Html {
  const value = heldText(known, options, shown);
  if (value !== "" && !isLocal(value)) {
    const framed = { ...options, hint: "With its time zone, such as 2026-07-28T15:30:00Z." };
    return labelled(framed, html`<input${attributes({ ...commonAttributes(framed), type: "text", value })}>`);
  }
  const { placed } = options;
  const picker = attributes({
    ...commonAttributes(options),
    type: "datetime-local",
    step: stepOf(value),
    value,
  });
  return labelled(
    options,
    html`<div class="moment">
<input${picker}>
${zoneSelect(known, options, shown)}
</div>`,
  );

  function zoneSelect(known: Of<"date-time">, framed: FrameOptions, { posted }: ShownForm): Html {
    const name = zoneControl(placed.control);
    const preset = known.field.default === undefined ? undefined : toLocalTime(known.field.default)?.zone;
    const chosen = posted === undefined ? (preset ?? "") : postedText(posted, name);
    const zones = chosen === "" || ZONES.includes(chosen) ? ZONES : [chosen, ...ZONES];
    const select = attributes({
      id: name,
      name,
      class: "zone",
      "aria-label": cutLine(`Time zone of ${labelOf(placed)}`),
      "aria-describedby": describedBy(framed),
      "data-zone-of": placed.control,
    });
    return html`<select${select}>
<option value="">Time zone…</option>
${zones.map((zone) => html`<option${attributes({ value: zone, selected: zone === chosen })}>${zoneLabel(zone)}</option>`)}
</select>`;
  }
}

/** Seconds are shown only where there are some. */
const stepOf = (local: string): string | undefined =>
  local.includes(".") ? "any" : local.length > 16 ? "1" : undefined;
