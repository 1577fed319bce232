// Notifications by choice: that something waits, and nothing of what it is. Those that are over are cleared.

import { element } from "../element.js";
import type { Change } from "./refresh.js";

const CHOICE = "beckon-notifications";

export interface Notices {
  /** The page has the list as it stands now. Without changes anything may have changed. */
  tell(page: Document, changes: readonly Change[] | undefined): void;
}

export function createNotices(): Notices {
  const shown = new Map<string, Notification>();
  // Pages without the list do not say what has been there already.
  let known = document.getElementById("list") ? listedOn(document) : undefined;
  addSetting();
  // The next page does not know of them.
  addEventListener("pagehide", () => {
    for (const notice of shown.values()) notice.close();
  });
  return {
    tell(page, changes = []) {
      const listed = listedOn(page);
      for (const [id, notice] of shown) {
        if (listed.has(id)) continue;
        notice.close();
        shown.delete(id);
      }
      const before = known ?? without(listed, changes);
      for (const id of listed) {
        if (before.has(id) || shown.has(id) || !isWanted()) continue;
        const notice = create(id);
        if (notice) shown.set(id, notice);
      }
      known = listed;
    },
  };
}

/** The questions that wait: what is muted or put aside is not announced. */
const listedOn = (page: Document): ReadonlySet<string> =>
  new Set(
    [...page.querySelectorAll("#list .entries > .entry")]
      .filter((line) => !line.closest("[data-fold]"))
      .flatMap((line) => (line.getAttribute("data-version") ?? "").split(" "))
      .map((version) => version.slice(0, version.lastIndexOf(":"))),
  );

/** What was there before something came. */
function without(listed: ReadonlySet<string>, changes: readonly Change[]): ReadonlySet<string> {
  const news = new Set(changes.filter(({ status }) => status === "pending").map(({ id }) => id));
  return new Set([...listed].filter((id) => !news.has(id)));
}

/** Not while somebody looks at the page anyway. */
const isWanted = (): boolean =>
  "Notification" in window &&
  Notification.permission === "granted" &&
  localStorage.getItem(CHOICE) === "on" &&
  document.visibilityState === "hidden";

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
