// The door of the guards: urls judged before they are shown or fetched.

export { type GuardedFetchOptions, guardedFetch } from "./guarded-fetch.js";
export { type JudgeOptions, judgeUrl } from "./judge-url.js";
export type { Lookup } from "./lookup-host.js";
export type { UrlJudgement, UrlRefusal } from "./url-judgement.js";
