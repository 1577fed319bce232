// A museum: a fixed resource, two templates with completion, and a list that comes from the application.

import { createServer } from "beckon";
import { listen } from "beckon/node";

const rooms: Record<string, readonly string[]> = {
  north: ["Ice, thawing", "The ferry"],
  south: ["Olive trees", "Siesta", "Noon"],
};
const works = Object.entries(rooms).flatMap(([room, titles]) => titles.map((title) => ({ room, title })));
/** A picture of one pixel. */
const pixel = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");

const server = createServer({ name: "museum", version: "1.0.0" });

server.resource("plan", { uri: "museum:///plan", title: "Floor plan", mimeType: "text/plain" }, () =>
  Object.keys(rooms).join("\n"),
);

server.resource(
  "work",
  {
    uri: "museum:///rooms/{room}/works/{title}",
    title: "A work and where it hangs",
    mimeType: "application/json",
    complete: {
      room: (typed) => Object.keys(rooms).filter((room) => room.startsWith(typed)),
      // What is known already narrows the choice.
      title: (typed, ctx) =>
        (rooms[ctx.arguments.room ?? ""] ?? works.map(({ title }) => title)).filter((title) =>
          title.toLowerCase().startsWith(typed.toLowerCase()),
        ),
    },
  },
  ({ room, title }) => (rooms[room]?.includes(title) ? JSON.stringify({ room, title }) : undefined),
);

server.resource("picture", { uri: "museum:///pictures/{title}.gif", mimeType: "image/gif" }, ({ title }) =>
  works.some((work) => work.title === title) ? pixel : undefined,
);

const PAGE = 2;
server.listResources((from = "0") => {
  const start = Number(from);
  const shown = works.slice(start, start + PAGE);
  return {
    resources: shown.map(({ room, title }) => ({
      uri: server.resourceUri("work", { room, title }),
      name: title,
      mimeType: "application/json",
    })),
    next: start + PAGE < works.length ? String(start + PAGE) : undefined,
  };
});

server.tool("guide", { description: "Shows the way to what hangs in the museum" }, (_, ctx) =>
  works.map((work) => ctx.resourceLink("work", work, { name: work.title })),
);

const { url } = await listen(server, { port: Number(process.env.PORT ?? 3000) });
console.log(url);
