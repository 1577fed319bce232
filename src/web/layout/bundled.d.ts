// What scripts/bundled-text.mjs makes of an import that ends in `?bundled`.

declare module "*?bundled" {
  /** The module and what it imports, as one script for a browser. */
  export const text: string;
}
