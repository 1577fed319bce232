// The argument that names one elicitation.

import type { Argument } from "../frame/command.js";

/** Given as `beckon list` shows it. */
export const idArgument: Argument = { name: "ID", summary: "the id, as `beckon list` shows it" };
