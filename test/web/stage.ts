// Pages on a real broker, and a browser of the simplest kind: it keeps cookies, and posts forms.

import { type BrokerOptions, createBroker } from "../../src/broker/index.js";
import type { Answer } from "../../src/core/elicitation/answer.js";
import type { FormElicitation } from "../../src/core/elicitation/elicitation.js";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { createPages, type PagesOptions } from "../../src/web/index.js";
import { postOf, readControls } from "./rendered-form.js";

export const BASE = "https://app.example.com/beckon";

export const guests: FormSchema = {
  type: "object",
  properties: { guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20 } },
  required: ["guests"],
};

export interface StageOptions extends Partial<Omit<PagesOptions, "broker">> {
  readonly broker?: Partial<BrokerOptions>;
  readonly now?: number;
}

export function createStage({ broker: given, now = 1_800_000_000_000, ...options }: StageOptions = {}) {
  const clock = createFakeClock({ now });
  const engine = createMemoryEngine({ clock });
  const lines: string[] = [];
  const log = (level: string) => (message: string, fields?: unknown) =>
    void lines.push(`${level} ${message} ${String(JSON.stringify(fields))}`);
  const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
  const broker = createBroker({ engine, clock, logger, limits: false, ...given });
  const pages = createPages({
    broker,
    baseUrl: BASE,
    keys: ["a key of at least thirty-two bytes"],
    identify: identifyByCookie,
    clock,
    logger,
    ...options,
  });
  let count = 0;

  /** Asks on a page; gives its link and what will come of it. */
  function ask(schema: FormSchema = guests, asked: Partial<FormElicitation> = {}) {
    const id = asked.id ?? `elicitation-${++count}`;
    const stop = new AbortController();
    const elicitation: FormElicitation = {
      id,
      key: "k",
      mode: "form",
      message: "A table for how many?",
      schema,
      audience: undefined,
      expiresAt: undefined,
      asker: {
        server: "tables",
        method: "tools/call",
        target: "book_table",
        client: "host 1.0",
        principalId: "ada",
        runId: "run-1",
      },
      ...asked,
    };
    const answer: Promise<Answer> = pages.respond(elicitation, { signal: stop.signal, group: "g" });
    // Whoever does not wait for it does not want to hear that it failed.
    answer.catch(() => {});
    return { id, href: pages.href(id), answer, stop: () => stop.abort() };
  }

  return {
    clock,
    engine,
    broker,
    pages,
    lines,
    ask,
    visitor: (name?: string) => createVisitor(pages.fetch, name),
  };
}

/** Stands for an application's sign-in. */
export const identifyByCookie: NonNullable<PagesOptions["identify"]> = (request) => {
  const id = /(?:^|; )session=([^;]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
  return id === undefined ? undefined : { id, name: `${id}@example.com` };
};

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Somebody with a browser, signed in under a name or not at all. */
export function createVisitor(fetch: (request: Request) => Promise<Response | undefined>, name?: string) {
  const jar = new Map<string, string>(name === undefined ? [] : [["session", name]]);

  async function send(url: string, init: RequestInit & { duplex?: "half" } = {}): Promise<Seen> {
    const headers = new Headers(init.headers);
    if (!headers.has("cookie") && jar.size > 0)
      headers.set("cookie", [...jar].map(([key, value]) => `${key}=${value}`).join("; "));
    const response = await fetch(new Request(url, { ...init, headers }));
    if (response === undefined) throw new Error(`${url} is no page.`);
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  const post = (
    url: string,
    pairs: readonly (readonly [string, string])[],
    headers: Record<string, string> = {},
  ) =>
    send(url, {
      method: "POST",
      body: new URLSearchParams(pairs.map(([key, value]) => [key, value])),
      headers: { origin: new URL(url).origin, "sec-fetch-site": "same-origin", ...headers },
    });

  return {
    jar,
    send,
    post,
    open: (url: string) => send(url),
    /** Opens the page, fills in and presses a button; follows where that leads. */
    async answer(url: string, values: Readonly<Record<string, string>>, action = "accept"): Promise<Seen> {
      const page = await send(url);
      const seen = await post(url, [...formPairs(page.text, values), ["action", action]]);
      return seen.status === 303 ? send(new URL(seen.headers.get("location") ?? "", url).href) : seen;
    },
  };
}

/** What the page's own form would send with these values in its controls. */
export function formPairs(html: string, values: Readonly<Record<string, string>> = {}): [string, string][] {
  const hidden = readControls(html).filter(({ type }) => type === "hidden");
  const others = readControls(html).filter(({ type }) => type !== "hidden");
  for (const control of others) {
    const value = values[control.name];
    if (value === undefined) continue;
    if (control.type === "radio" || control.type === "checkbox")
      control.checked = value.split(",").includes(control.value);
    else control.value = value;
  }
  // Both forms of the page have the same hidden fields.
  const own = new Map(hidden.map(({ name, value }) => [name, value]));
  return [...own, ...postOf(others)];
}
