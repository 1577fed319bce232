// Hears of changes: over one stream for all tabs of this browser, and by asking now and then where there is none.

import { tellReach } from "./reach.js";
import type { Change } from "./refresh.js";

/** How often it is asked while there is no stream. */
const POLL_MS = 15_000;
const LOCK = "beckon-inbox-live";

/** Calls back with what has changed; with nothing when anything may have. */
export function followChanges(onChange: (changes: readonly Change[] | undefined) => Promise<void>): void {
  const { live = "", feed = "" } = document.body.dataset;
  let waiting: Change[] | undefined = [];
  let isBusy = false;
  let isPolling = false;
  let isListening = false;

  /** One at a time; what comes meanwhile is looked at together. */
  async function handle(changes: readonly Change[] | undefined): Promise<void> {
    if (changes === undefined) waiting = undefined;
    else waiting?.push(...changes);
    if (isBusy) return;
    isBusy = true;
    try {
      while (waiting === undefined || waiting.length > 0) {
        const now: readonly Change[] | undefined = waiting;
        waiting = [];
        await onChange(now);
      }
    } catch {
      tellReach("unreached");
      poll();
    } finally {
      isBusy = false;
    }
  }

  function poll(): void {
    if (isPolling) return;
    isPolling = true;
    window.setTimeout(() => {
      isPolling = false;
      // The other tabs hear only what the one that listens tells them.
      if (isListening) tell(undefined);
      else void handle(undefined);
    }, POLL_MS);
  }

  // Browsers open few connections to one server: more tabs than that with a stream each, and nothing would load any more.
  const channel = new BroadcastChannel(LOCK);
  channel.addEventListener("message", ({ data }) => void handle(data as Change[] | undefined));
  const tell = (changes: readonly Change[] | undefined): void => {
    channel.postMessage(changes);
    void handle(changes);
  };
  const lead = (): Promise<never> => {
    isListening = true;
    return listen(live, feed, tell, poll);
  };
  if (navigator.locks) void navigator.locks.request(LOCK, lead);
  else void lead();

  addEventListener("online", () => void handle(undefined));
  addEventListener("offline", () => tellReach("unreached"));
  // A tab that slept has heard nothing; one out of the browser's memory may be long past.
  addEventListener("pageshow", ({ persisted }) => persisted && void handle(undefined));
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && void handle(undefined),
  );
}

/** Listens for as long as the tab lives. The browser goes on by itself where a stream has ended. */
function listen(
  live: string,
  feed: string,
  tell: (changes: readonly Change[] | undefined) => void,
  poll: () => void,
): Promise<never> {
  let failures = 0;
  const connect = (after: string): void => {
    const { places = "", feedId = "" } = document.body.dataset;
    const source = new EventSource(`${live}?${new URLSearchParams({ after, feed: feedId, view: places })}`);
    source.addEventListener("open", () => {
      if (failures > 0) tell(undefined);
      failures = 0;
      tellReach("reached");
    });
    source.addEventListener("change", ({ data }) => tell([JSON.parse(data) as Change]));
    source.addEventListener("view", () => tell(undefined));
    source.addEventListener("lost", () => {
      source.close();
      tell(undefined);
      window.setTimeout(() => connect(document.body.dataset.feed ?? ""), 1_000);
    });
    source.addEventListener("error", () => {
      failures += 1;
      // A stream that ended is there again at once. One that is not: whether the server is there is looked at now.
      if (failures === 2) tell(undefined);
      poll();
      // Refused, and not only broken off: it is tried anew, from where the page stands by then.
      if (source.readyState === EventSource.CLOSED)
        window.setTimeout(() => connect(document.body.dataset.feed ?? ""), POLL_MS);
    });
  };
  connect(feed);
  return new Promise(() => {});
}
