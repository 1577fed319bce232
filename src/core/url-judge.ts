// The contract of the url guard: who says whether people may be sent to a url.

import type { MaybePromise } from "./maybe-promise.js";

/** What was found: the url as it was judged, or why it is refused. */
export type UrlVerdict =
  | { readonly ok: true; readonly url: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The reason as a sentence, for people. */
      readonly message?: string;
    };

/** Judges a url. `judgeUrl` of `beckon/guards` is one. */
export type UrlJudge = (url: string) => MaybePromise<UrlVerdict>;
