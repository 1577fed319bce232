// A print shop: results that come after the handler returned, in both ways.

import { createServer, type LaterHandle, ToolError } from "beckon";
import { listen } from "beckon/node";
import * as z from "zod";

const server = createServer({ name: "print-shop", version: "1.0.0" });

// The work goes on after the handler returned; what it gives is the result.
server.tool(
  "quote",
  { description: "What a print costs", input: z.object({ pages: z.int().min(1) }) },
  ({ pages }, ctx) =>
    ctx.later(async () => {
      const price = await priceOf(pages);
      return `${pages} pages cost ${price.toFixed(2)}.`;
    }),
);

// Somebody else has the result: keep the handle, and respond from wherever the news arrives.
const jobs = new Map<string, LaterHandle>();

server.tool(
  "print",
  { description: "Print a document", input: z.object({ document: z.string() }) },
  ({ document }, ctx) => {
    const handle = ctx.later({ timeoutMs: 60_000 });
    jobs.set(document, handle);
    ctx.signal.addEventListener("abort", () => jobs.delete(document));
    return handle;
  },
);

const { url } = await listen(server, {
  port: Number(process.env.PORT ?? 3000),
  routes: {
    // The printer calls this when a document is done: POST /printed?document=...&ok=yes
    "/printed": (request, response) => {
      const query = new URL(request.url ?? "", "http://printer").searchParams;
      const document = query.get("document") ?? "";
      const handle = jobs.get(document);
      jobs.delete(document);
      const known =
        query.get("ok") === "yes"
          ? handle?.respond(`${document} is in the tray.`)
          : handle?.fail(new ToolError("The printer is out of paper."));
      response.writeHead(known === true ? 204 : 404).end();
    },
  },
});
console.log(url);

async function priceOf(pages: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return pages * 0.04;
}
