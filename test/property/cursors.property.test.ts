// Cursors: nothing but what was given out is taken, and paging holds while the list changes.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createServer, type Server } from "../../src/index.js";
import { createKeyRing, randomKey } from "../../src/seal/key-ring.js";
import { readCursor, writeCursor } from "../../src/server/catalog/cursor.js";

const keys = createKeyRing([randomKey()]);
const position = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("\ufffd", "é", "a") }),
);
const list = fc.constantFrom("tools", "prompts", "resources:", "resources:ann", "resourceTemplates");

test("a cursor stands for its position, in its own list only", () => {
  fc.assert(
    fc.property(position, list, list, (at, own, other) => {
      const cursor = writeCursor(keys, own, at);
      expect(readCursor(keys, own, cursor)).toBe(at);
      if (other !== own) expect(() => readCursor(keys, other, cursor)).toThrow("Invalid cursor");
    }),
    { numRuns: 500 },
  );
});

test("a cursor of another key ring is refused", () => {
  fc.assert(
    fc.property(position, (at) => {
      const cursor = writeCursor(createKeyRing([randomKey()]), "tools", at);
      expect(() => readCursor(keys, "tools", cursor)).toThrow("Invalid cursor");
    }),
    { numRuns: 50 },
  );
});

test("any change to a cursor is refused", () => {
  const alphabet = [..."ABCXYZabcxyz0189-_=+/ .", "é"];
  fc.assert(
    fc.property(
      position,
      fc.nat(),
      fc.constantFrom(...alphabet),
      fc.constantFrom("replace", "insert", "remove"),
      (at, where, letter, how) => {
        const cursor = writeCursor(keys, "tools", at);
        const index = where % cursor.length;
        const changed =
          cursor.slice(0, index) +
          (how === "remove" ? "" : letter) +
          cursor.slice(how === "insert" ? index : index + 1);
        if (changed !== cursor) expect(() => readCursor(keys, "tools", changed)).toThrow("Invalid cursor");
      },
    ),
    { numRuns: 2000 },
  );
});

test("bytes that read as the same text are still another cursor", () => {
  const cursor = writeCursor(keys, "tools", "a\ufffdb");
  const bytes = Buffer.from(cursor, "base64url");
  const at = bytes.indexOf(Buffer.from("\ufffd"));
  const forged = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]);
  expect(() => readCursor(keys, "tools", forged.toString("base64url"))).toThrow("Invalid cursor");
});

test("what is no text is refused, and nothing throws anything else", () => {
  fc.assert(
    fc.property(
      fc.anything().filter((value) => value !== undefined),
      (given) => {
        expect(() => readCursor(keys, "tools", given)).toThrow("Invalid cursor");
      },
    ),
  );
});

/** One page of a list, asked for as a modern client does. */
async function page(
  server: Server,
  method: string,
  cursor: unknown,
): Promise<{ names: string[]; next: string | undefined }> {
  const response = await server.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: {
          cursor,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    }),
  );
  const { result } = await response.json();
  const items = result.tools ?? result.prompts ?? result.resources;
  return { names: items.map(({ name }: { name: string }) => name), next: result.nextCursor };
}

const kinds = {
  "tools/list": {
    add: (server: Server, name: string) => server.tool(name, {}, () => ""),
    remove: (server: Server, name: string) => server.tools.remove(name),
  },
  "prompts/list": {
    add: (server: Server, name: string) => server.prompt(name, {}, () => ""),
    remove: (server: Server, name: string) => server.prompts.remove(name),
  },
  "resources/list": {
    add: (server: Server, name: string) =>
      server.resource(name, { uri: `app:///${name}` as string }, () => ""),
    remove: (server: Server, name: string) => server.resources.remove(name),
  },
} as const;

test.each(["tools/list", "prompts/list", "resources/list"] as const)(
  "%s neither repeats an entry nor skips one that was there all the time",
  async (method) => {
    const name = fc.string({ unit: fc.constantFrom(..."aBz09_.-"), minLength: 1, maxLength: 4 });
    const change = fc.record({ name, isAdded: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 20 }),
        fc.boolean(),
        async (start, pageSize, changes, hasLister) => {
          await using server = createServer({ name: "a", version: "1", pageSize });
          if (hasLister) server.listResources(() => ({ resources: [] }));
          const present = new Set(start);
          for (const each of start) kinds[method].add(server, each);
          // Kept from the beginning to the end, whatever happens to the others.
          kinds[method].add(server, "kept");
          const throughout = new Set([...start, "kept"]);

          const seen: string[] = [];
          let cursor: string | undefined;
          for (let turn = 0; ; turn += 1) {
            const { names, next } = await page(server, method, cursor);
            seen.push(...names);
            if (next === undefined) break;
            // Even if everything that is ever added came to stand before it, a list comes to its end.
            expect(turn).toBeLessThan(200);
            cursor = next;
            for (const { name: changed, isAdded } of changes[turn] ?? []) {
              if (isAdded === present.has(changed)) continue;
              kinds[method][isAdded ? "add" : "remove"](server, changed);
              if (isAdded) present.add(changed);
              else {
                present.delete(changed);
                throughout.delete(changed);
              }
            }
          }
          expect(new Set(seen).size).toBe(seen.length);
          for (const each of throughout) expect(seen).toContain(each);
        },
      ),
      { numRuns: 100 },
    );
  },
);
