// beckon decline: says no to a question.

import type { Command } from "../frame/command.js";
import { defineSettling } from "../server/define-settling.js";

export const declineCommand: Command = defineSettling({
  name: "decline",
  summary: "say no to a question, with a reason if you like",
  description: "The asker hears that a person said no, and the reason.",
  examples: [{ line: 'beckon decline 6f1c… --reason "Not before Monday."', does: "no, and why" }],
  way: "decline",
  done: "Declined",
});
