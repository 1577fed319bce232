// beckon cancel: takes a question off the list without a yes or a no.

import type { Command } from "../frame/command.js";
import { defineSettling } from "../server/define-settling.js";

export const cancelCommand: Command = defineSettling({
  name: "cancel",
  summary: "take a question away without a yes or a no",
  description:
    "The asker hears that the question was cancelled, which is no refusal. To leave it for later, do nothing.",
  examples: [{ line: "beckon cancel 6f1c…", does: "away with it" }],
  way: "cancel",
  done: "Cancelled",
});
