// Tells whether what a responder gave is an answer: whoever writes one may give anything.

import { isObject } from "../../core/json.js";

const ACTIONS: ReadonlySet<unknown> = new Set(["accept", "decline", "cancel", "timeout", "unavailable"]);

export const isAnswer = (value: unknown): boolean => isObject(value) && ACTIONS.has(value.action);
