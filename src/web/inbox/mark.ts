// The mark: a circle that waits to be filled.

import { Html } from "../html/html.js";

export const MARK: Html = new Html(
  `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="9"/><circle cx="16" cy="16" r="6"/></svg>`,
);
