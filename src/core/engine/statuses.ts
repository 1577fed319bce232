// The statuses of an elicitation, as lists: those that are open, and those that are final.

/** It waits for an answer. */
export const openStatuses = ["pending", "active"] as const;

/** It is over, and stays so. */
export const finalStatuses = ["accepted", "declined", "cancelled", "expired", "withdrawn"] as const;
