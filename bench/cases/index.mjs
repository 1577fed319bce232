/** All cases, in the order in which they run. A new case is a file beside this one and a line here. */
import { callCase } from "./call.mjs";
import { callManyToolsCase } from "./call-many-tools.mjs";
import { coldStartCase } from "./cold-start.mjs";
import { installCase } from "./install.mjs";
import { listCase } from "./list.mjs";
import { loadCase } from "./load.mjs";
import { progressCase } from "./progress.mjs";
import { sessionMemoryCase } from "./session-memory.mjs";

/** @type {readonly import("../run/context.mjs").Case[]} */
export const cases = [
  callCase,
  callManyToolsCase,
  listCase,
  progressCase,
  sessionMemoryCase,
  coldStartCase,
  installCase,
  loadCase,
];
