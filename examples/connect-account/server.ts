// A mailbox that has to be connected first: the tool sends the person to a page of this application, the page makes sure
// that it is the same person, and tells the tool when they are done.

import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { allow, createServer, elicitationRequired, field, unauthorized, url } from "beckon";
import { type ListenOptions, listen } from "beckon/node";

type Route = NonNullable<ListenOptions["routes"]>[string];

/** Stands for your own sign-in: whom a token of a client, or a cookie of a browser, belongs to. */
const tokens: Record<string, string> = { "token-of-rita": "rita", "token-of-wim": "wim" };
const cookies: Record<string, string> = { "session=cookie-of-rita": "rita", "session=cookie-of-wim": "wim" };

/** Stands for your own database: who was sent to a page, and whose mailbox is connected. */
const sentTo = new Map<string, string>();
const mailboxes = new Map<string, string>();

const server = createServer({
  name: "mail",
  version: "1.0.0",
  connect: ({ headers }) => {
    const id = tokens[String(headers.authorization).replace(/^Bearer /, "")];
    return id === undefined ? unauthorized({ realm: "mail" }) : allow({ principal: { id } });
  },
});

/** The address of the page for an elicitation; notes who is to open it. */
const pageFor = (person: string) => (id: string) => {
  sentTo.set(id, person);
  return `${new URL("/connect", address)}?elicitation=${id}`;
};

/** What the page gives back. */
const mailboxField = { mailbox: field.string({ format: "email" }) };

server.tool("connect_mailbox", { description: "Connects a mailbox" }, async (_, ctx) => {
  const person = ctx.principal?.id ?? "";
  const page = await ctx.openUrl("Choose the mailbox to connect.", pageFor(person), {
    content: mailboxField,
  });
  return page.action === "accept" ? `Connected ${page.content.mailbox}.` : `Not connected: ${page.action}.`;
});

// This one cannot even begin without a mailbox: the client shows the page, and the tool runs again from its first line.
server.tool("count_mail", { description: "Counts the mail" }, (_, ctx) => {
  const person = ctx.principal?.id ?? "";
  const mailbox = mailboxes.get(person);
  if (mailbox === undefined)
    throw elicitationRequired([url("Connect a mailbox first.", pageFor(person), { content: mailboxField })]);
  return `3 letters in ${mailbox}.`;
});

/** The page: GET shows it, POST is its button. */
const connectPage: Route = async (request, response) => {
  const id = new URL(request.url ?? "", address).searchParams.get("elicitation") ?? "";
  const visitor = cookies[String(request.headers.cookie)];
  // A link can be passed on: whoever opens it must be the person it was made for.
  if (visitor === undefined || visitor !== sentTo.get(id))
    return void response.writeHead(403).end("This link is not for you.\n");
  if (request.method !== "POST") return void response.end(`Connect the mailbox of ${visitor}@example.com?\n`);
  const mailbox = await readMailbox(request);
  try {
    const isKnown = await server.elicitations.complete(id, { mailbox });
    if (!isKnown) return void response.writeHead(410).end("Too late.\n");
  } catch {
    return void response.writeHead(400).end("That is no mailbox.\n");
  }
  mailboxes.set(visitor, mailbox);
  response.end("Done. Go back to your chat.\n");
};

const readMailbox = async (request: IncomingMessage): Promise<string> =>
  new URLSearchParams(await text(request)).get("mailbox") ?? "";

const { url: address } = await listen(server, {
  port: Number(process.env.PORT ?? 3000),
  routes: { "/connect": connectPage },
});
console.log(address);
