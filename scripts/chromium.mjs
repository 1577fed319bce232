// Finds the Chromium that pages are tried in, and installs it where that is allowed.
//
//   BECKON_CHROMIUM=/path/to/chromium      takes that one

import { installPackage } from "./debian-package.mjs";
import { findExecutable } from "./find-executable.mjs";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium; `undefined` when there is none. */
export const findChromium = () => process.env.BECKON_CHROMIUM || findExecutable(names, places);

/** The same, after installing it with the machine's packages where this process may do so. */
export async function ensureChromium() {
  if (findChromium() === undefined) await installPackage("chromium");
  return findChromium();
}
