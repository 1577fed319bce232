// Ids under which the log has what the client is not told.

import { randomBytes } from "node:crypto";

export const newErrorId = (): string => randomBytes(6).toString("hex");
