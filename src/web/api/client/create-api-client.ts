// Creates a client of the HTTP API.

import { type Clock, systemClock } from "../../../core/clock.js";
import type { FileReference, FormContent } from "../../../core/elicitation/answer.js";
import { BeckonError } from "../../../core/errors.js";
import type { ApiClient } from "../api-client.js";
import { VIEW_HEADER, type View } from "../caller.js";
import type { ElicitationResource, MuteResource } from "../resources.js";
import { type ApiRequest, createSendRequest } from "./send-request.js";
import { createTranscriptClient } from "./transcript-client.js";
import { waitForAnswer } from "./wait-for-answer.js";
import { watchChanges } from "./watch-changes.js";

/** How the API is reached. */
export interface ApiClientOptions {
  /** Where the server is, such as `http://127.0.0.1:4747`. */
  readonly baseUrl: string;
  /** Goes along as `Authorization: Bearer …`. @default none */
  readonly token?: string;
  /** Sends requests; `api.as(caller)` for an API in the same process. @default the global fetch */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** What this program answers from, as history says it. @default "api" */
  readonly view?: Extract<View, "terminal" | "cli">;
  /** Where the time comes from, for how long to wait before watching again. @default the machine's clock */
  readonly clock?: Clock;
}

/**
 * A client of the HTTP API.
 *
 * @example
 * import { createApiClient } from "beckon/web";
 *
 * const client = createApiClient({ baseUrl: "http://127.0.0.1:4747", token: "let-me-in" });
 * const { elicitation } = await client.create({ message: "Deploy to production?" });
 * const { answer } = await client.answerOf(elicitation.id, { waitSeconds: 60 });
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const {
    baseUrl,
    token,
    view,
    fetch = (request) => globalThis.fetch(request),
    clock = systemClock,
  } = options;
  requireBase(baseUrl);
  const send = createSendRequest({
    baseUrl,
    token,
    fetch,
    headers: view === undefined ? {} : { [VIEW_HEADER]: view },
  });
  // Whoever is at the other end sends what its OpenAPI document says.
  const read = async <T>(request: ApiRequest): Promise<T> => (await send(request)).json() as Promise<T>;
  const tell = async (request: ApiRequest): Promise<void> => {
    await (await send(request)).body?.cancel();
  };
  const stream = async (request: ApiRequest): Promise<ReadableStream<Uint8Array>> =>
    (await send(request)).body ?? new ReadableStream({ start: (controller) => controller.close() });
  const muteOf = (server: string): string => `/mutes/${encodeURIComponent(server)}`;
  const at = (id: string): string => `/elicitations/${encodeURIComponent(id)}`;
  const act = (id: string, what: string, json: object): Promise<ElicitationResource> =>
    read({ method: "POST", path: `${at(id)}/${what}`, json });
  return {
    async create(input) {
      const response = await send({ method: "POST", path: "/elicitations", json: input });
      return {
        elicitation: (await response.json()) as ElicitationResource,
        created: response.status === 201,
      };
    },
    list: (filter = {}) => read({ path: "/elicitations", query: { ...filter } }),
    get: (id) => read({ path: at(id) }),
    answerOf: (id, waiting) => waitForAnswer(send, clock, `${at(id)}/answer`, waiting),
    claim: (id, given = {}) => act(id, "claim", given),
    answer: (id, content, given = {}) => act(id, "answer", { content, ...given }),
    decline: (id, given = {}) => act(id, "decline", given),
    cancel: (id, given = {}) => act(id, "cancel", given),
    withdraw: (id, reason) => act(id, "withdraw", { reason }),
    watch: (watching) => watchChanges(send, clock, watching),
    putAside: (id) => tell({ method: "PUT", path: `${at(id)}/aside` }),
    bringBack: (id) => tell({ method: "DELETE", path: `${at(id)}/aside` }),
    draft: {
      get: async (id, entry) =>
        (await read<{ content?: FormContent }>({ path: `${at(id)}/draft`, query: { entry } })).content,
      put: (id, content, entry) =>
        tell({ method: "PUT", path: `${at(id)}/draft`, query: { entry }, json: { content } }),
      remove: (id, entry) => tell({ method: "DELETE", path: `${at(id)}/draft`, query: { entry } }),
    },
    async upload(id, { name, type, body, field }) {
      const { file } = await read<{ file: FileReference }>({
        method: "POST",
        path: `${at(id)}/files`,
        query: { name, field },
        body: { type, content: body },
      });
      return file;
    },
    download: (id, fileId) => stream({ path: `${at(id)}/files/${encodeURIComponent(fileId)}` }),
    transcript: createTranscriptClient(read, at),
    runs: {
      list: ({ cursor } = {}) => read({ path: "/runs", query: { cursor } }),
      get: (runId) => read({ path: `/runs/${encodeURIComponent(runId)}` }),
    },
    mutes: {
      list: async () => (await read<{ mutes: readonly MuteResource[] }>({ path: "/mutes" })).mutes,
      add: (server, given = {}) => tell({ method: "PUT", path: muteOf(server), json: given }),
      remove: (server) => tell({ method: "DELETE", path: muteOf(server) }),
    },
    history: (filter = {}) => read({ path: "/history", query: { ...filter } }),
    exportHistory: (filter, format) => stream({ path: "/history", query: { ...filter, format } }),
    sample: async () =>
      (await read<{ elicitations: readonly ElicitationResource[] }>({ method: "POST", path: "/samples" }))
        .elicitations,
  };
}

function requireBase(baseUrl: string): void {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new BeckonError(
      "invalid-option",
      `baseUrl must be an http or https address, and is ${JSON.stringify(baseUrl)}.`,
    );
}
