// An inbox on a real API and broker, and browsers of the simplest kind.

import { type BrokerOptions, createBroker, type NewElicitation } from "../../../src/broker/index.js";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createFakeClock } from "../../../src/testing/fake-clock.js";
import { type ApiOptions, createApi, createInbox, type InboxOptions } from "../../../src/web/index.js";
import { createVisitor, formPairs, identifyByCookie } from "../stage.js";

export interface InboxStageOptions extends Partial<Omit<InboxOptions, "api">> {
  readonly broker?: Partial<BrokerOptions>;
  readonly nameOf?: ApiOptions["nameOf"];
  readonly now?: number;
  /** How far the clock of the server was put back since, in milliseconds. */
  readonly behindMs?: () => number;
}

/** An approval, which has nothing to fill in. */
export const approval: FormSchema = { type: "object", properties: {} };

export function createInboxStage({
  broker: given,
  now = 1_800_000_000_000,
  baseUrl = "https://app.example.com",
  behindMs = () => 0,
  nameOf,
  ...options
}: InboxStageOptions = {}) {
  const moved = createFakeClock({ now });
  const clock = { setTimer: moved.setTimer, now: () => moved.now() - behindMs() };
  const engine = createMemoryEngine({ clock });
  const lines: string[] = [];
  const log = (level: string) => (message: string, fields?: unknown) =>
    void lines.push(`${level} ${message} ${String(JSON.stringify(fields))}`);
  const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
  const broker = createBroker({ engine, clock, logger, limits: false, ...given });
  const api = createApi({
    broker,
    authenticate: () => undefined,
    clock,
    logger,
    ...(nameOf !== undefined && { nameOf }),
  });
  const inbox = createInbox({
    api,
    baseUrl,
    keys: ["a key of at least thirty-two bytes"],
    identify: identifyByCookie,
    clock,
    logger,
    ...options,
  });
  let count = 0;

  /** Asks something; gives its id and the address of its card. */
  async function ask(asked: Partial<NewElicitation> = {}) {
    const creation = await broker.create({
      id: `elicitation-${++count}`,
      message: "A table for how many?",
      ...asked,
      asker: {
        server: "tables",
        method: "tools/call",
        target: "book_table",
        client: "Claude Desktop 1.0",
        runId: "run-1",
        ...asked.asker,
      },
    });
    if (!creation.ok) throw new Error("It was limited.");
    const { id } = creation.elicitation;
    return { id, href: `${baseUrl}/inbox/e/${id}` };
  }

  return {
    clock: moved,
    engine,
    broker,
    api,
    inbox,
    lines,
    ask,
    home: `${baseUrl}/inbox`,
    visitor: (name?: string) => createVisitor(inbox.fetch, name),
  };
}

/** The text of one form of a page, by its id. */
export function formOf(html: string, id: string): string {
  const begin = html.search(new RegExp(`<form[^>]*id="${id}"`));
  if (begin < 0) throw new Error(`There is no form ${id}.`);
  return html.slice(begin, html.indexOf("</form>", begin));
}

/** The token of the forms of a page. */
export const tokenOf = (html: string): string => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";

/** Opens a card, fills it in and presses a button; gives what comes of it, and what is shown then. */
export async function press(
  visitor: ReturnType<typeof createVisitor>,
  href: string,
  action: string,
  values: Readonly<Record<string, string>> = {},
) {
  const page = await visitor.open(href);
  const isRefusal = action === "decline" || action === "cancel";
  const pairs = formPairs(formOf(page.text, isRefusal ? "refuse" : "answer"), isRefusal ? {} : values);
  const extra = isRefusal ? Object.entries(values) : [];
  const sent = await visitor.post(href, [...pairs, ...extra, ["action", action]]);
  const location = sent.headers.get("location");
  const shown = location === null ? sent : await visitor.open(new URL(location, href).href);
  return { sent, shown, location };
}
