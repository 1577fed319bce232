// What an asker is called in a line: by the name that it gives itself, and by where it is.

import type { Asker } from "./elicitation.js";

/** `tables at https://tables.example`: the name is a server's own word, the origin is not. */
export const askerAt = ({ server, origin }: Pick<Asker, "server" | "origin">): string =>
  origin === undefined ? server : `${server} at ${origin}`;
