/** What plain Node can do: elicitations in a Map, one timer wheel for their deadlines, ids built from a Buffer. */
import { randomFillSync } from "node:crypto";

const tickMs = 50;
const slots = 4096;

class Entry {
  constructor(id, elicitation, expiresAt) {
    this.id = id;
    this.elicitation = elicitation;
    this.expiresAt = expiresAt;
    this.answer = undefined;
    this.previous = this;
    this.next = this;
  }
}

export function createBareMap() {
  const entries = new Map();
  const wheel = Array.from({ length: slots }, () => new Entry("", undefined, 0));
  let pool = Buffer.alloc(0);
  let reached = Math.floor(Date.now() / tickMs);

  function newId() {
    if (pool.byteLength < 12) pool = randomFillSync(Buffer.allocUnsafeSlow(4092));
    const id = pool.toString("base64url", 0, 12);
    pool = pool.subarray(12);
    return id;
  }

  function leave(entry) {
    entry.previous.next = entry.next;
    entry.next.previous = entry.previous;
  }

  const timer = setInterval(() => {
    for (const now = Math.floor(Date.now() / tickMs); reached < now; reached++) {
      const head = wheel[reached % slots];
      for (let entry = head.next; entry !== head; entry = entry.next) {
        if (entry.expiresAt > reached * tickMs) continue;
        leave(entry);
        entries.delete(entry.id);
      }
    }
  }, tickMs);
  timer.unref();

  return {
    create(elicitation) {
      const id = newId();
      const expiresAt = Date.now() + elicitation.timeoutMs;
      const entry = new Entry(id, elicitation, expiresAt);
      const head = wheel[Math.ceil(expiresAt / tickMs) % slots];
      entry.previous = head.previous;
      entry.next = head;
      head.previous.next = entry;
      head.previous = entry;
      entries.set(id, entry);
      return id;
    },
    settle(id, answer) {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      entries.delete(id);
      leave(entry);
      entry.answer = answer;
      return entry;
    },
    close: () => clearInterval(timer),
  };
}
