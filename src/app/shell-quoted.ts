// Writes text for a line that somebody copies into a shell.

/** As one word of a shell, whatever is in it. */
export const shellQuoted = (text: string): string =>
  /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
