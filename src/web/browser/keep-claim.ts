// Whoever types has it open: that is told at once and then from time to time, and may move the deadline.

export function keepClaim(address: string, token: string): void {
  let toldAt = 0;
  document.addEventListener("input", () => {
    if (Date.now() - toldAt < 10_000) return;
    toldAt = Date.now();
    const body = new URLSearchParams({ action: "claim", token });
    // Where it cannot be told, following the elicitation says so.
    fetch(address, { method: "POST", body, redirect: "error" }).catch(() => {});
  });
}
