// Lets server code import a browser's script as text: `import { text } from "./page.ts?bundled"`. One plugin for
// the build and for vitest, so that both serve the same script.

import { dirname, resolve } from "node:path";
import { rolldown } from "rolldown";

const SUFFIX = "?bundled";

export function bundledText() {
  return {
    name: "bundled-text",
    resolveId(id, importer) {
      if (id.endsWith(SUFFIX) && importer) return resolve(dirname(importer), id);
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return;
      const bundle = await rolldown({ input: id.slice(0, -SUFFIX.length), platform: "browser" });
      const { output } = await bundle.generate({ format: "iife", strict: true });
      await bundle.close();
      return { code: `export const text = ${JSON.stringify(output[0].code)};`, moduleType: "js" };
    },
  };
}
