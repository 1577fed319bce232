// Notices: word of changed lists and updated resources, to those who listen and may know.

import type { Unsubscribe } from "../core/engine/bus.js";
import { isObject } from "../core/json.js";
import type { Logger } from "../core/logger.js";
import { andThen, type MaybePromise, recover } from "../core/maybe-promise.js";
import { type Access, type Kind, mayUse } from "./access/access.js";
import type { ResourceIndex } from "./catalog/resource-index.js";
import type { Hints } from "./hints.js";

/** Something that happened. */
export type Notice =
  | { readonly kind: "list-changed"; readonly list: Kind }
  | { readonly kind: "updated"; readonly uri: string };

/** Somebody who may want to hear it. */
export interface NoticeListener {
  readonly access: Access;
  /** True when the client asked for notices of this sort. */
  wants(notice: Notice): MaybePromise<boolean>;
  deliver(method: string, params: { readonly uri?: string }): void;
}

/** Where listeners of this node are kept and notices are handed out. */
export interface NoticeBoard {
  /** Adds a listener; the function takes it away again. */
  listen(listener: NoticeListener): Unsubscribe;
  /** Something of a kind was added, replaced or removed on this node. Several changes in one go are one notice. */
  changed(kind: Kind, name: string): void;
  /** The application's list of resources changed, on every node. */
  resourcesChanged(): void;
  /** A resource changed, on every node. */
  updated(uri: string): void;
  close(): void;
}

const TOPIC = "notices";

export interface NoticeBoardOptions {
  readonly hints: Hints;
  readonly logger: Logger;
  readonly resourceIndex: ResourceIndex;
}

/** Makes the board of one server. */
export function createNoticeBoard({ hints, logger, resourceIndex }: NoticeBoardOptions): NoticeBoard {
  const listeners = new Set<NoticeListener>();
  const waiting = new Map<Kind, Set<string>>();
  let stopHearing: Unsubscribe | undefined;

  function handOut(notice: Notice, mayKnow: (access: Access) => boolean): void {
    for (const listener of listeners) {
      if (!mayKnow(listener.access)) continue;
      void recover<void>(
        () => andThen(listener.wants(notice), (wants) => (wants ? deliver(listener, notice) : undefined)),
        (error) => logger.error("A notice could not be delivered.", { error }),
      );
    }
  }

  function flush(): void {
    for (const [list, names] of waiting) {
      handOut({ kind: "list-changed", list }, (access) =>
        [...names].some((name) => mayUse(access, list, name)),
      );
    }
    waiting.clear();
  }

  function hear(message: string): void {
    const notice: unknown = JSON.parse(message);
    if (!isObject(notice)) return;
    if (typeof notice.uri === "string") announceUpdate(notice.uri);
    else
      handOut(
        { kind: "list-changed", list: "resources" },
        (access) => access.resources === undefined || access.resources.size > 0,
      );
  }

  function announceUpdate(uri: string): void {
    handOut({ kind: "updated", uri }, (access) => resourceIndex.find(uri, access) !== undefined);
  }

  return {
    listen(listener) {
      stopHearing ??= hints.hear(TOPIC, hear);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(kind, name) {
      if (listeners.size === 0) return;
      if (waiting.size === 0) queueMicrotask(flush);
      const names = waiting.get(kind) ?? new Set();
      waiting.set(kind, names.add(name));
    },
    resourcesChanged: () => hints.tell(TOPIC, JSON.stringify({})),
    updated: (uri) => hints.tell(TOPIC, JSON.stringify({ uri })),
    close() {
      listeners.clear();
      stopHearing?.();
    },
  };
}

const listMethods: Readonly<Record<Kind, string>> = {
  tools: "notifications/tools/list_changed",
  prompts: "notifications/prompts/list_changed",
  resources: "notifications/resources/list_changed",
};

function deliver(listener: NoticeListener, notice: Notice): void {
  if (notice.kind === "updated") listener.deliver("notifications/resources/updated", { uri: notice.uri });
  else listener.deliver(listMethods[notice.list], {});
}
