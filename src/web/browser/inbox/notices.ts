// Notifications by choice: that something waits, and nothing of what it is. Those that are over are cleared.

import { element } from "../element.js";
import type { Change } from "./refresh.js";

const CHOICE = "beckon-notifications";

export interface Notices {
  tell(changes: readonly Change[] | undefined): void;
}

export function createNotices(): Notices {
  const shown = new Map<string, Notification>();
  addSetting();
  return {
    tell(changes) {
      for (const { id, status } of changes ?? []) {
        if (status !== "pending" && status !== "active") {
          shown.get(id)?.close();
          shown.delete(id);
        } else if (status === "pending" && !shown.has(id) && isWanted() && isListed(id)) {
          const notice = create(id);
          if (notice) shown.set(id, notice);
        }
      }
    },
  };
}

/** Not while somebody looks at the page anyway. */
const isWanted = (): boolean =>
  "Notification" in window &&
  Notification.permission === "granted" &&
  localStorage.getItem(CHOICE) === "on" &&
  document.visibilityState === "hidden";

/** What is muted or put aside is not announced. */
const isListed = (id: string): boolean =>
  [...document.querySelectorAll(".entries > .entry")].some(
    (line) => !line.closest("[data-fold]") && (line.getAttribute("data-version") ?? "").includes(id),
  );

function create(id: string): Notification | undefined {
  try {
    const notice = new Notification("Beckon", { body: "Something waits for your answer.", tag: id });
    notice.addEventListener("click", () => window.focus());
    return notice;
  } catch {
    // Phones show notifications of installed applications only.
    return undefined;
  }
}

/** The switch in the settings. */
function addSetting(): void {
  const place = document.querySelector<HTMLElement>("[data-notifications]");
  if (!place) return;
  if (!("Notification" in window))
    return place.replaceChildren(
      element("p", { className: "nothing", textContent: "This browser has none." }),
    );
  const button = element("button", { type: "button", className: "button" });
  const state = element("p", { className: "hint" }, { role: "status" });
  const show = (): void => {
    const isOn = Notification.permission === "granted" && localStorage.getItem(CHOICE) === "on";
    button.textContent = isOn ? "Turn notifications off" : "Turn notifications on";
    button.setAttribute("aria-pressed", String(isOn));
    state.textContent =
      Notification.permission === "denied"
        ? "Your browser blocks notifications of this site. Allow them in its settings first."
        : isOn
          ? "On, in this browser."
          : "Off, in this browser.";
  };
  button.addEventListener("click", async () => {
    const isOn = localStorage.getItem(CHOICE) === "on" && Notification.permission === "granted";
    if (!isOn && Notification.permission === "default") await Notification.requestPermission();
    localStorage.setItem(CHOICE, isOn ? "off" : "on");
    show();
  });
  show();
  place.replaceChildren(button, state);
}
