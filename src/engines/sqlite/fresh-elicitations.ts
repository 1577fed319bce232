// Elicitations that are not in the indexes yet: those of the last block of positions, which are few enough to look through.
//
// Many are settled soon. Those never enter the indexes of open ones, which would cost more than all the rest. When the first
// of a new block is made, a trigger of the schema files the block before it, in one go.

/** How many positions make a block. The trigger knows it too: another number needs a migration. */
const BLOCK = 512;

/** What is true of an elicitation in the indexes that are partial by it. */
export const FILED = "is_filed = 1";

/** What is true of an elicitation that is not in them. */
export const UNFILED: string = `position >= (SELECT max(position) FROM elicitations) / ${BLOCK} * ${BLOCK} AND is_filed = 0`;
