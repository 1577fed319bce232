// A text of somebody else's, in quotation marks and not too long.

const MOST_CHARACTERS = 80;

/** `“like this”`, cut where it gets long. */
export const quote = (text: string): string =>
  `“${text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text}”`;
