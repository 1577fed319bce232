// Lets others have their turn of the event loop before long work goes on.

import { setImmediate } from "node:timers";

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
