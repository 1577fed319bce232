// The client of a test, put together from its parts.

import type { JsonObject } from "../../core/json.js";
import type { ClientCapabilities } from "../../protocol/capabilities.js";
import {
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_PROTOCOL_VERSION,
} from "../../protocol/meta-keys.js";
import type { Era } from "../../protocol/revisions.js";
import type { Server } from "../../server/server.js";
import { type ClientKit, createClientKit, type MakeServer } from "../server-kit.js";
import { createRecorder, type Recorder } from "../tracing/recorder.js";
import { createTracer, type Tracer } from "../tracing/tracer.js";
import { createAnswerScript, type TestAnswers } from "./answer-script.js";
import type { AskedQuestion } from "./asked-question.js";
import type { CallParts } from "./calls.js";
import { checkFaults, type Faults } from "./faults.js";
import { httpWire } from "./http-wire.js";
import { legacyCalls, openLegacyPeer } from "./legacy-calls.js";
import { openLineWire } from "./line-wire.js";
import { modernCalls } from "./modern-calls.js";
import { createNodes } from "./nodes.js";
import { createPeer } from "./peer.js";
import { settleEra, type TestEra } from "./test-era.js";
import {
  type TestPromptResult,
  type TestResourceResult,
  type TestTool,
  type TestToolResult,
  toPromptResult,
  toResourceResult,
  toToolResult,
} from "./test-result.js";

/** How a test client behaves. */
export interface TestClientOptions extends TestEra {
  /** What the client says that it can do. @default forms and pages */
  readonly capabilities?: ClientCapabilities;
  /** What the person answers. @default nothing is asked */
  readonly answers?: TestAnswers;
  /** What goes wrong between rounds. @default nothing */
  readonly faults?: Faults;
  /** Headers for `connect` to see, over HTTP. @default none */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of a server under test. */
export interface TestClient {
  /** The era that the client speaks. */
  readonly era: Era;
  /** Everything that was asked, in order. */
  readonly asked: readonly AskedQuestion[];
  /** What the servers recorded with `effect`, in order. */
  readonly effects: readonly string[];
  /** Calls a tool, and answers what it asks. A failure of the tool is a result with `isError`. */
  callTool(name: string, args?: JsonObject): Promise<TestToolResult>;
  /** Gets a prompt, and answers what it asks. */
  getPrompt(name: string, args?: Readonly<Record<string, string>>): Promise<TestPromptResult>;
  /** Reads a resource, and answers what it asks. */
  readResource(uri: string): Promise<TestResourceResult>;
  /** Lists the tools, page after page. */
  listTools(): Promise<readonly TestTool[]>;
  /** Any other request; gives the result as it came. */
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  /** Ends the client, and the servers that were made for it. Fails when an answer was never asked for. */
  close(): Promise<void>;
  /** Does what `close` does. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client, and what the kit knows of its calls. */
export interface TracedClient {
  readonly client: TestClient;
  readonly tracer: Tracer;
  readonly recorder: Recorder;
  readonly kit: ClientKit;
}

const LONG_MS = 2 ** 30;

const CAPABILITIES: ClientCapabilities = { elicitation: { form: {}, url: {} } };

/** Connects a client; what its servers do is traced. */
export async function createTracedClient(
  target: Server | MakeServer,
  options: TestClientOptions,
): Promise<TracedClient> {
  const { capabilities = CAPABILITIES, answers = [], faults = {}, headers = {} } = options;
  const { era, revision, transport } = settleEra(options);
  checkFaults(faults);
  const tracer = createTracer();
  const recorder = createRecorder(tracer.place);
  const asked: AskedQuestion[] = [];
  const script = createAnswerScript(answers);
  const parts: CallParts = { script, tracer, asked };
  const open = transport === "stdio" ? openLineWire : httpWire(headers);
  const kit = createClientKit(recorder);
  const nodes = await createNodes({
    target,
    kit,
    faults,
    async connect(server) {
      const unwatch = tracer.watch(server);
      try {
        const peer = await (era === "legacy"
          ? openLegacyPeer(parts, open, server, { revision, capabilities })
          : createPeer(open, server, async () => ({ result: undefined, after: undefined })));
        return { ...peer, close: () => peer.close().finally(unwatch) };
      } catch (error) {
        unwatch();
        throw error;
      }
    },
  });
  const meta: JsonObject = {
    [META_PROTOCOL_VERSION]: revision,
    [META_CLIENT_INFO]: { name: "beckon-test", version: "1.0.0" },
    [META_CLIENT_CAPABILITIES]: capabilities,
  };
  const call = era === "legacy" ? legacyCalls(parts, nodes) : modernCalls({ ...parts, nodes, faults, meta });
  let hasFailed = false;

  async function request(method: string, params: JsonObject = {}): Promise<JsonObject> {
    // Beckon's own timers do not keep the process alive, and a test that waits must not end in silence.
    const awake = setInterval(() => {}, LONG_MS);
    try {
      return await call(method, params);
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      clearInterval(awake);
    }
  }

  async function close(): Promise<void> {
    try {
      await nodes.close();
    } finally {
      kit.close();
    }
    // After a failure it is no surprise.
    if (!hasFailed) script.checkUsed();
  }

  const client: TestClient = {
    era,
    asked,
    effects: recorder.effects,
    callTool: async (name, args = {}) => toToolResult(await request("tools/call", { name, arguments: args })),
    getPrompt: async (name, args = {}) =>
      toPromptResult(await request("prompts/get", { name, arguments: args })),
    readResource: async (uri) => toResourceResult(await request("resources/read", { uri })),
    async listTools() {
      const found: TestTool[] = [];
      for (let cursor: unknown; ; ) {
        const page = await request("tools/list", cursor === undefined ? {} : { cursor });
        // As the server under test wrote it.
        found.push(...(page.tools as readonly TestTool[]));
        cursor = page.nextCursor;
        if (cursor === undefined) return found;
      }
    },
    request,
    close,
    [Symbol.asyncDispose]: close,
  };
  return { client, tracer, recorder, kit };
}
