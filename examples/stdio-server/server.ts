// A notebook on stdio: for clients that start their servers themselves.

import { createServer } from "beckon";
import { serveStdio } from "beckon/node";
import * as z from "zod";

const notes: string[] = [];
const server = createServer({ name: "notebook", version: "1.0.0" });

server.tool(
  "write",
  { description: "Write a note down", input: z.object({ note: z.string().min(1) }) },
  ({ note }) => {
    // Standard output belongs to the protocol; while the server runs, this goes to standard error.
    console.log(`noted: ${note}`);
    notes.push(note);
    return `That makes ${notes.length}.`;
  },
);

server.tool(
  "find",
  {
    description: "Find notes",
    input: z.object({ text: z.string() }),
    output: z.object({ found: z.array(z.string()) }),
  },
  ({ text }) => ({ found: notes.filter((note) => note.includes(text)) }),
);

await serveStdio(server);
