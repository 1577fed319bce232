// What the styles of pages must not do, whatever they look like.

import { expect, test } from "vitest";
import { base } from "../../src/web/layout/styles/base.js";
import { form } from "../../src/web/layout/styles/form.js";
import { inbox } from "../../src/web/layout/styles/inbox.js";
import { page } from "../../src/web/layout/styles/page.js";

test.each(Object.entries({ base, form, inbox, page }))(
  "%s shows nothing only to who can hover, and loads nothing (W7, W8)",
  (_name, styles) => {
    const hovering = styles.match(/@media \(hover: hover\) \{[\s\S]*?\n\}/g) ?? [];
    const always = hovering.reduce((rest, rules) => rest.replace(rules, ""), styles);
    expect(always).not.toContain(":hover");
    for (const rules of hovering) expect(rules).not.toMatch(/display|visibility|opacity|hidden/);
    expect(styles).not.toMatch(/url\(|@import/);
  },
);
