// What an unknown error says.

/** The message of an error, or whatever was thrown in its place, as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
