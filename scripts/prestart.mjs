// What `npm start` does first: installs what is missing, and builds unless the build is there.

import { isBuilt } from "./is-built.mjs";
import "./setup.mjs";
import { resolve } from "node:path";

if (!isBuilt(resolve(import.meta.dirname, ".."))) {
  console.log("Building...");
  // It needs packages, which are there only now.
  await import("./build.mjs");
}
