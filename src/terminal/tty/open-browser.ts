// Opens a url in the person's browser: with an argument vector, never through a shell.

import { spawn } from "node:child_process";

/** Who opens urls on this platform, and what stands before the url. */
const OPENERS: { readonly [platform: string]: readonly [command: string, ...before: string[]] } = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** What has not failed by then is taken for opened. */
const PATIENCE_MS = 3_000;

/** True when a browser was opened, false when there is none here. */
export function openBrowser(href: string): Promise<boolean> {
  const [command, ...before] = OPENERS[process.platform] ?? ["xdg-open"];
  return new Promise((resolve) => {
    const opener = spawn(command, [...before, href], { stdio: "ignore", detached: true });
    const timer = setTimeout(() => resolve(true), PATIENCE_MS);
    const end = (isOpened: boolean): void => {
      clearTimeout(timer);
      resolve(isOpened);
    };
    opener.once("error", () => end(false));
    opener.once("exit", (code) => end(code === 0));
    opener.unref();
    timer.unref();
  });
}
