// What the script adds to everything that comes onto the page.

import { enhance } from "../enhance.js";
import { addCopy } from "./away.js";

export function prepare(root: ParentNode): void {
  enhance(root);
  addCopy(root);
  // What holds only with it.
  for (const part of root.querySelectorAll<HTMLElement>("[data-keys], [data-scripted]")) part.hidden = false;
  // Choosing is enough.
  for (const plain of root.querySelectorAll("[data-plain]")) plain.remove();
}
