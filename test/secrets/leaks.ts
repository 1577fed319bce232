// Looks everywhere for what nobody must see: plays runs with known secrets and answers, and searches all that came of it.

import { execFile } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { vi } from "vitest";
import {
  allow,
  channels,
  createServer,
  type Engine,
  field,
  form,
  type Pages,
  type Vault,
} from "../../src/index.js";
import { attachTelemetry } from "../observe/attach-telemetry.js";
import { answerIn, ask, callBody, nextMessage, type Round, settle } from "../server/asking/talk.js";
import { readEvents } from "../server/event-stream.js";
import { doorOf, openSession } from "../server/speak.js";
import { ACTS, canariesIn, GOT, MOST_LENGTH, type PersonAct } from "./canaries.js";

/** What a search is made of. */
export interface LeakSetup {
  readonly engine: Engine;
  readonly vault: Vault;
  readonly pages: Pages;
  /** Does what the person does at a page; gives everything that they were shown. */
  readonly visit: (url: string, act: PersonAct) => Promise<string>;
  /** Folders whose files are searched, byte by byte, with those in the folders within. */
  readonly folders: readonly string[];
  /** The name of the tool that asks. @default "run" */
  readonly tool?: string;
  /** What went out besides, once the runs are over. */
  readonly sent?: () => Promise<readonly string[]>;
}

/** Plays the runs, and gives every place where something was found, named. */
export async function findLeaks(setup: LeakSetup): Promise<readonly string[]> {
  const seen = new Map<string, string>();
  const note = (place: string, what: unknown): void => {
    const text = typeof what === "string" ? what : inspect(what, { depth: 12, showHidden: true });
    seen.set(place, `${seen.get(place) ?? ""}${text}\n`);
  };
  const stop = listenTo(note);
  const telemetry = attachTelemetry();
  try {
    await play(setup, note);
    for (const [place, text] of Object.entries(await telemetry.told())) note(place, text);
    for (const text of (await setup.sent?.()) ?? []) note("sent", text);
    for (const folder of setup.folders)
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
        note(
          `file ${entry.name}`,
          entry.isFile() ? await readElsewhere(join(entry.parentPath, entry.name)) : "",
        );
    for (const { key, value } of await setup.engine.records.list("secret:", undefined, 1000))
      note(`record ${key}`, value);
    note("process", [process.title, process.argv, process.env]);
  } finally {
    stop();
    await telemetry.close();
  }
  for (const place of ["prometheus", "spans", "metrics"])
    if (!seen.get(place)?.includes("tools/call")) throw new Error(`No ${place} came of the runs.`);
  if (!seen.has("event beckon:dispatch:stop") || !seen.has("log"))
    throw new Error("Nothing was listened to.");
  return [...seen].flatMap(([place, text]) => canariesIn(place, text).map((value) => `${value} in ${place}`));
}

/**
 * The bytes of a file, read by another process. A database may be open in this one, and closing any handle of its file
 * would drop the locks that the database holds.
 */
async function readElsewhere(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["-e", "process.stdout.write(require('node:fs').readFileSync(process.argv[1]))", path],
    { encoding: "latin1", maxBuffer: 2 ** 28 },
  );
  return stdout;
}

/** Notes events and whatever is printed, until the function is called. */
function listenTo(note: (place: string, what: unknown) => void): () => void {
  const hearers = Object.values(channels).map((name) => {
    const hear = (message: unknown): void => note(`event ${name}`, message);
    subscribe(name, hear);
    return () => unsubscribe(name, hear);
  });
  const { stdout, stderr } = process;
  const writes = [stdout.write, stderr.write];
  for (const stream of [stdout, stderr]) {
    const write = stream.write.bind(stream);
    stream.write = ((...given: Parameters<typeof write>) => {
      note("output", String(given[0]));
      return write(...given);
    }) as typeof stream.write;
  }
  // The test runner has a console of its own, whose lines never come to those streams.
  const methods = ["debug", "log", "info", "warn", "error"] as const;
  const spies = methods.map((method) =>
    vi.spyOn(console, method).mockImplementation((...given) => note("output", given)),
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
    for (const stop of hearers) stop();
    [stdout.write, stderr.write] = writes as [typeof stdout.write, typeof stderr.write];
  };
}

/** A secret, a secret to remember, an answer, a file, a no, a failure with all of them at hand: in both eras. */
async function play(
  { engine, vault, pages, visit, tool = "run" }: LeakSetup,
  note: (place: string, what: unknown) => void,
): Promise<void> {
  const log = (...given: unknown[]): void => note("log", given);
  const server = createServer({
    name: "leaks",
    version: "1.0.0",
    engine,
    vault,
    pages,
    keys: ["k".repeat(32)],
    connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"] ?? "ada") } }),
    logger: { debug: log, info: log, warn: log, error: log },
  });
  const got: string[] = [];
  server.tool(tool, {}, async (_input, ctx) => {
    const secret = await ctx.secret("a token", { key: "secret" });
    const kept = await ctx.secret("a password", { key: "kept", remember: true });
    const named = await ctx.elicit(form("Your name?", { name: field.string({ maxLength: MOST_LENGTH }) }), {
      key: "name",
    });
    const sent = await ctx.elicit(form("Your letter?", { letter: field.file({ accept: ["text/plain"] }) }));
    const where = await ctx.elicit(form("Your address?", { address: field.string() }));
    if (secret.action !== "accept" || kept.action !== "accept" || named.action !== "accept") return "No.";
    if (sent.action !== "accept" || where.action !== "decline") return "No.";
    const letter = await sent.content.letter.text();
    got.push(secret.content.reveal(), kept.content.reveal(), named.content.name, letter, where.reason ?? "");
    await ctx.confirm("Sure?", { key: "sure" });
    ctx.log("info", { secret, kept, letter: sent.content.letter });
    if (ctx.era === "modern") throw new Error(`Failed with ${secret.content} and ${JSON.stringify(kept)}.`);
    return { secret: secret.content, kept };
  });
  const person = async (params: Readonly<Record<string, unknown>> | undefined): Promise<object> => {
    const { url, message } = params ?? {};
    note("page", await visit(String(url), ACTS[String(message)] ?? {}));
    return { action: "accept" };
  };
  await playModern(server, tool, person, note);
  await playLegacy(server, tool, person, note);
  await server.close({ graceMs: 0 });
  if (JSON.stringify(got.slice(-GOT.length)) !== JSON.stringify(GOT) || got.length < 2 * GOT.length)
    throw new Error(`The handlers did not get what was given: ${got.length}.`);
}

const CAPABILITIES = { elicitation: { url: {} } };

type Person = (params: Readonly<Record<string, unknown>> | undefined) => Promise<object>;
type Note = (place: string, what: unknown) => void;

async function playModern(
  server: ReturnType<typeof createServer>,
  tool: string,
  person: Person,
  note: Note,
): Promise<void> {
  let round: Round = await ask(server, tool, { capabilities: CAPABILITIES });
  for (let left = 20; round.isAsking && left > 0; left -= 1) {
    note("state", round.state);
    note("result", round.message);
    const answers: Record<string, object> = {};
    for (const key of round.keys) answers[key] = await person(round.questions[key]?.params);
    await settle();
    round = await ask(server, tool, { capabilities: CAPABILITIES, state: round.state, answers });
  }
  note("result", round.message);
}

async function playLegacy(
  server: ReturnType<typeof createServer>,
  tool: string,
  person: Person,
  note: Note,
): Promise<void> {
  // Somebody else, who is asked for everything too.
  const session = await openSession(doorOf(server), {
    capabilities: CAPABILITIES,
    headers: { "x-user": "bob" },
  });
  const stream = readEvents(await session.post(callBody(tool)));
  for (let message = await nextMessage(stream); message; message = await nextMessage(stream)) {
    note("stream", message);
    if (message.method === "elicitation/create")
      await answerIn(session, message, await person(message.params));
  }
}
