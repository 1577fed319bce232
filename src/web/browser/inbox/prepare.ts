// What the script adds to everything that comes onto the page.

import { enhance } from "../enhance.js";
import { addCopy } from "./away.js";

export function prepare(root: ParentNode): void {
  enhance(root);
  addCopy(root);
  // Keys work only with it.
  for (const line of root.querySelectorAll<HTMLElement>("[data-keys]")) line.hidden = false;
  // Choosing is enough.
  for (const plain of root.querySelectorAll("[data-plain]")) plain.remove();
}
