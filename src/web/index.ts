// The door of the web: the inbox, hosted pages, and the HTTP API with its client.

export type { Api } from "./api/api.js";
export type {
  ApiClient,
  HistoryInput,
  ListInput,
  NewElicitationInput,
  WatchInput,
} from "./api/api-client.js";
export { ApiError, type ApiErrorCode, type ApiErrorDetails } from "./api/api-error.js";
export type { ApiOptions, SpecElicitation } from "./api/api-options.js";
export type { Authenticate, Caller, Scope, View } from "./api/caller.js";
export { type ApiClientOptions, createApiClient } from "./api/client/create-api-client.js";
export { createApi } from "./api/create-api.js";
export type {
  AnswerResource,
  AskerResource,
  ChangeResource,
  ElicitationPage,
  ElicitationResource,
  HistoryEntry,
  HistoryPage,
  MuteResource,
  RunResource,
  SettledResource,
} from "./api/resources.js";
export { createInbox, type Inbox } from "./inbox/create-inbox.js";
export type { InboxOptions } from "./inbox/inbox-options.js";
export { createPages } from "./pages/create-pages.js";
export type { PagesOptions } from "./pages/pages-options.js";
export type { Identify, Visitor } from "./security/visitor.js";
