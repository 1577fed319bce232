/** All cases, in the order in which they run. A new case is a file beside this one and a line here. */
import { brokerCase } from "./broker.mjs";
import { callCase } from "./call.mjs";
import { callManyToolsCase } from "./call-many-tools.mjs";
import { coldStartCase } from "./cold-start.mjs";
import { elicitCase } from "./elicit.mjs";
import { installCase } from "./install.mjs";
import { journalCase } from "./journal.mjs";
import { listCase } from "./list.mjs";
import { loadCase } from "./load.mjs";
import { parkedCase } from "./parked.mjs";
import { progressCase } from "./progress.mjs";
import { sessionMemoryCase } from "./session-memory.mjs";

/** @type {readonly import("../run/context.mjs").Case[]} */
export const cases = [
  callCase,
  callManyToolsCase,
  listCase,
  progressCase,
  elicitCase,
  parkedCase,
  journalCase,
  brokerCase,
  sessionMemoryCase,
  coldStartCase,
  installCase,
  loadCase,
];
