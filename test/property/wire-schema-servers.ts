// Random servers: definitions of every kind, and handlers that give back results of every kind.

import fc from "fast-check";
import * as z from "zod";
import { type CallContext, createServer, RpcError, type Server, ToolError } from "../../src/index.js";

const word: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(..."abcXYZ019_-"),
  minLength: 1,
  maxLength: 6,
});
const words: fc.Arbitrary<string> = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: "binary" }));
const uri: fc.Arbitrary<string> = word.map((path) => `https://example.com/${path}`);
const base64: fc.Arbitrary<string> = fc
  .uint8Array({ maxLength: 8 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));
const meta = fc.dictionary(
  word.map((key) => `example.com/${key}`),
  fc.jsonValue({ maxDepth: 1 }),
  { maxKeys: 2 },
);
const instant = fc
  .date({ noInvalidDate: true, min: new Date("1970-01-01"), max: new Date("2100-01-01") })
  .map((date) => date.toISOString());

/** Every subset of the members, none of them `undefined`. */
const some = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(members, { requiredKeys: [] }) as unknown as fc.Arbitrary<Partial<T>>;

const icons = fc.array(
  fc
    .tuple(
      uri,
      some({
        mimeType: fc.constantFrom("image/png", "image/svg+xml"),
        sizes: fc.array(fc.constantFrom("48x48", "any"), { maxLength: 2 }),
        theme: fc.constantFrom("light" as const, "dark" as const),
      }),
    )
    .map(([src, rest]) => ({ src, ...rest })),
  { maxLength: 2 },
);
const annotations = some({
  audience: fc.array(fc.constantFrom("user" as const, "assistant" as const), { maxLength: 2 }),
  priority: fc.double({ min: 0, max: 1, noNaN: true }),
  lastModified: instant,
});
const described = { title: words, description: words, icons, meta };

const block = some({ annotations, _meta: meta });
const contents = fc.oneof(
  fc
    .tuple(uri, words, some({ mimeType: word, _meta: meta }))
    .map(([at, text, more]) => ({ uri: at, text, ...more })),
  fc
    .tuple(uri, base64, some({ mimeType: word, _meta: meta }))
    .map(([at, blob, more]) => ({ uri: at, blob, ...more })),
);
const content = fc.oneof(
  fc.tuple(words, block).map(([text, more]) => ({ type: "text" as const, text, ...more })),
  fc
    .tuple(base64, fc.constantFrom("image" as const, "audio" as const), block)
    .map(([data, type, more]) => ({ type, data, mimeType: `${type}/x`, ...more })),
  fc.tuple(contents, block).map(([resource, more]) => ({ type: "resource" as const, resource, ...more })),
  fc
    .tuple(
      uri,
      words,
      block,
      some({ title: words, description: words, mimeType: word, size: fc.nat(), icons }),
    )
    .map(([at, name, more, said]) => ({ type: "resource_link" as const, uri: at, name, ...said, ...more })),
);

const object = fc.dictionary(word, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });

/** Output schemas, each with values that fit it. */
const outputs: readonly (readonly [output: object, value: fc.Arbitrary<unknown>])[] = [
  [
    { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    fc.record({ n: fc.integer() }),
  ],
  [z.object({ s: z.string(), list: z.array(z.number()).optional() }), fc.record({ s: words })],
  [{ type: "array", items: { type: "integer" } }, fc.array(fc.integer(), { maxLength: 3 })],
  [{ type: "string" }, words],
  [{ type: ["object", "null"] }, fc.option(object)],
  [{ type: "boolean" }, fc.boolean()],
  [{ anyOf: [{ type: "object" }, { type: "number" }] }, fc.oneof(object, fc.integer())],
  [z.union([z.string(), z.object({ s: z.string() })]), fc.oneof(words, fc.record({ s: words }))],
  [{}, fc.jsonValue({ maxDepth: 1 })],
];

/** What a handler does: something to say first, then a return value or an exception. */
type Act = { readonly says: readonly Saying[] } & (
  | { readonly gives: unknown; readonly how: "now" | "async" | "later" }
  | { readonly throws: "error" | "tool-error" | "rpc-error" }
);
type Saying =
  | {
      readonly kind: "log";
      readonly level: Parameters<CallContext["log"]>[0];
      readonly data: unknown;
      readonly logger: string | undefined;
    }
  | {
      readonly kind: "progress";
      readonly to: number;
      readonly total: number | undefined;
      readonly message: string | undefined;
    };

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const saying: fc.Arbitrary<Saying> = fc.oneof(
  fc.record({
    kind: fc.constant("log" as const),
    level: fc.constantFrom("debug" as const, "info" as const, "warning" as const, "emergency" as const),
    data: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined)),
    logger: optional(words),
  }),
  fc.record({
    kind: fc.constant("progress" as const),
    to: fc.double({ noNaN: false }),
    total: optional(fc.integer({ min: 1, max: 100 })),
    message: optional(words),
  }),
);

const actOf = (gives: fc.Arbitrary<unknown>): fc.Arbitrary<Act> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        says: fc.array(saying, { maxLength: 3 }),
        gives,
        how: fc.constantFrom("now" as const, "async" as const, "later" as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        says: fc.array(saying, { maxLength: 1 }),
        throws: fc.constantFrom("error" as const, "tool-error" as const, "rpc-error" as const),
      }),
    },
  );

function perform(act: Act, ctx: CallContext): unknown {
  for (const said of act.says) {
    if (said.kind === "log") ctx.log(said.level, said.data, said.logger);
    else ctx.progress(said.to, said.total, said.message);
  }
  if ("throws" in act) {
    if (act.throws === "error") throw new Error("secret of the handler");
    throw act.throws === "tool-error"
      ? new ToolError("Try again.")
      : new RpcError(-32050, "Not today", { a: 1 });
  }
  if (act.how === "now") return act.gives;
  return act.how === "async" ? Promise.resolve(act.gives) : ctx.later(() => act.gives);
}

const wholeResult = fc
  .tuple(
    fc.array(content, { maxLength: 3 }),
    some({ isError: fc.boolean(), _meta: meta, structuredContent: object }),
  )
  .map(([blocks, more]) => ({ content: blocks, ...more }));
const anyReturn = fc.oneof(
  words,
  fc.constant(undefined),
  content,
  fc.array(content, { maxLength: 3 }),
  object,
  wholeResult,
);

const tool = fc
  .tuple(
    some({
      ...described,
      annotations: some({
        title: words,
        readOnlyHint: fc.boolean(),
        destructiveHint: fc.boolean(),
        idempotentHint: fc.boolean(),
        openWorldHint: fc.boolean(),
      }),
      input: fc.constantFrom<object>(
        { type: "object", properties: { a: { type: "string" } } },
        z.object({ a: z.string().optional() }),
      ),
    }),
    fc.oneof(
      actOf(anyReturn).map((act) => ({ output: undefined as object | undefined, act })),
      ...outputs.map(([output, value]) =>
        // Now and then a value that may not fit: then the answer is an error, and of the right form too.
        actOf(fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: anyReturn })).map((act) => ({
          output,
          act,
        })),
      ),
    ),
  )
  .map(([said, { output, act }]) => ({ definition: output === undefined ? said : { ...said, output }, act }));

const completions = fc.oneof(
  fc.array(words, { maxLength: 3 }),
  fc.integer({ min: 90, max: 130 }).map((length) => Array.from({ length }, (_, index) => `v${index}`)),
  fc
    .tuple(fc.array(words, { maxLength: 3 }), some({ total: fc.nat(), hasMore: fc.boolean() }))
    .map(([values, more]) => ({ values, ...more })),
);

const messages = fc.array(
  fc.record({ role: fc.constantFrom("user" as const, "assistant" as const), content }),
  { maxLength: 3 },
);
const prompt = fc.record({
  said: some(described),
  arguments: fc.dictionary(word, some({ title: words, description: words, required: fc.boolean() }), {
    maxKeys: 3,
  }),
  completes: optional(completions),
  act: actOf(
    fc.oneof(
      words,
      content,
      messages,
      fc
        .tuple(messages, some({ description: words, _meta: meta }))
        .map(([list, more]) => ({ messages: list, ...more })),
    ),
  ),
});

const resource = fc.record({
  said: some({
    ...described,
    mimeType: word,
    annotations,
    cache: some({ ttlMs: fc.nat(), scope: fc.constantFrom("public" as const, "private" as const) }),
  }),
  size: optional(fc.nat()),
  isTemplate: fc.boolean(),
  completes: optional(completions),
  act: actOf(
    fc.oneof(
      words,
      fc.uint8Array({ maxLength: 4 }),
      contents,
      fc.array(contents, { maxLength: 3 }),
      fc.constant(undefined),
      base64.map((blob) => ({ blob })),
    ),
  ),
});

const listed = fc.tuple(
  uri,
  words,
  some({ title: words, description: words, mimeType: word, size: fc.nat(), icons, annotations, _meta: meta }),
);

/** A server, as data. */
export type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

export const plan = fc.record({
  info: some({ title: words, description: words, websiteUrl: uri, icons, instructions: words }),
  pageSize: fc.integer({ min: 1, max: 3 }),
  tools: fc.array(tool, { maxLength: 4 }),
  prompts: fc.array(prompt, { maxLength: 3 }),
  resources: fc.array(resource, { maxLength: 4 }),
  listed: optional(fc.array(listed, { maxLength: 3 })),
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Makes the server of a plan. Names are `t0`, `p0`, `r0` and so on. */
export function serverOf(planned: Plan): Server {
  const server = createServer({
    name: "random",
    version: "1.0.0",
    ...planned.info,
    pageSize: planned.pageSize,
    logger: silent,
  });
  // Definitions come from generators, so the compiler cannot tie handlers to them.
  const define = server as unknown as Record<
    "tool" | "prompt" | "resource",
    (name: string, definition: object, handler: unknown) => void
  >;
  for (const [index, { definition, act }] of planned.tools.entries())
    define.tool(`t${index}`, definition, (_: unknown, ctx: CallContext) => perform(act, ctx));
  for (const [index, { said, arguments: args, completes, act }] of planned.prompts.entries()) {
    const complete = completes === undefined ? {} : { complete: () => completes };
    const listedArguments = Object.fromEntries(
      Object.entries(args).map(([name, about]) => [name, { ...about, ...complete }]),
    );
    define.prompt(`p${index}`, { ...said, arguments: listedArguments }, (_: unknown, ctx: CallContext) =>
      perform(act, ctx),
    );
  }
  for (const [index, { said, size, isTemplate, completes, act }] of planned.resources.entries()) {
    const complete = completes === undefined ? {} : { complete: { id: () => completes } };
    const place = isTemplate
      ? { uri: `app:///r${index}/{id}`, ...complete }
      : { uri: `app:///r${index}`, ...(size === undefined ? {} : { size }) };
    define.resource(`r${index}`, { ...said, ...place }, (_: unknown, ctx: CallContext) => perform(act, ctx));
  }
  const { listed: application } = planned;
  if (application !== undefined) {
    server.listResources((from) => {
      const at = Number(from ?? 0);
      const one = application[at];
      const [at_uri, name, more] = one ?? [];
      return {
        resources: at_uri === undefined || name === undefined ? [] : [{ uri: at_uri, name, ...more }],
        next: at + 1 < application.length ? String(at + 1) : undefined,
      };
    });
  }
  return server;
}
