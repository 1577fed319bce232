// The rules of the elicitations contract, gathered.

import { elicitationEndRules } from "./elicitation-ends.js";
import { elicitationFeedRules } from "./elicitation-feed.js";
import { elicitationLifeRules } from "./elicitation-life.js";
import { elicitationListRules } from "./elicitation-lists.js";
import { elicitationRateRules } from "./elicitation-rate.js";
import type { Rule } from "./rule.js";

export const elicitationRules: readonly Rule[] = [
  ...elicitationLifeRules,
  ...elicitationRateRules,
  ...elicitationListRules,
  ...elicitationEndRules,
  ...elicitationFeedRules,
];
