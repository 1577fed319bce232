// Follows how it stands with the elicitation, and says when the server is out of reach.

import { element } from "./element.js";

/** Asks how it stands, and is answered when that changes or after a while. Over, it turns to the page that says so. */
export async function followElicitation(page: HTMLElement, live: string, address: string): Promise<void> {
  const tellReached = createReach();
  addEventListener("offline", () => tellReached(false));
  addEventListener("online", () => tellReached(true));
  let pause = 1000;
  for (;;) {
    try {
      const reply = await fetch(live, { redirect: "error" });
      tellReached(true);
      const [state, expiresAt = ""] = reply.ok ? (await reply.text()).split(" ") : [];
      // The address is that of the question, also where an invalid answer was just shown.
      if (state === "over") return location.replace(address);
      if (state === "open") page.dataset.expires = expiresAt;
      pause = state === "open" ? 1000 : Math.min(pause * 2, 60_000);
    } catch {
      tellReached(false);
      pause = Math.min(pause * 2, 60_000);
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

const UNREACHED =
  "The server cannot be reached just now. What you typed stays here; send it when you are online again.";

/** Says that nothing can be sent just now; what was typed stays, and sending tries all the same. */
function createReach(): (isReached: boolean) => void {
  let warning: HTMLElement | undefined;
  return (isReached) => {
    if (isReached && !warning) return;
    warning ??= element("p", { className: "warning" }, { role: "status" });
    if (!warning.isConnected) document.querySelector(".actions")?.prepend(warning);
    warning.hidden = isReached;
    warning.textContent = isReached ? "" : UNREACHED;
  };
}
