// Says when the server is out of reach.

const UNREACHED =
  "The server cannot be reached just now. What you typed stays here, and this page tries again by itself.";
const SIGNED_OUT =
  "You are signed out. Sign in again, then load this page anew; what you typed stays until then.";

/** Shows how it stands. */
export function tellReach(state: "reached" | "unreached" | "signed-out"): void {
  const line = document.getElementById("offline");
  if (!line) return;
  const text = state === "reached" ? "" : state === "unreached" ? UNREACHED : SIGNED_OUT;
  if (line.textContent !== text) line.textContent = text;
  line.hidden = text === "";
}
