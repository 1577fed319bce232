import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Key } from "../../src/terminal/keys/key.js";
import { KeyParser } from "../../src/terminal/keys/key-parser.js";

/** What is read of pieces that come one after the other. */
function read(...pieces: readonly string[]): readonly Key[] {
  const parser = new KeyParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.flush()];
}

const names = (keys: readonly Key[]): readonly string[] =>
  keys.map((key) => {
    switch (key.type) {
      case "key":
        return `<${key.name}>`;
      case "control":
        return `^${key.letter}`;
      case "paste":
        return `paste ${JSON.stringify(key.text)}`;
      case "text":
        return key.text;
      default:
        return "?";
    }
  });

describe("keys", () => {
  test.each([
    ["\r", "<enter>"],
    ["\u001b", "<escape>"],
    ["\t", "<tab>"],
    ["\u001b[Z", "<back-tab>"],
    ["\u007f", "<backspace>"],
    ["\u001b[3~", "<delete>"],
    ["\u001b[A", "<up>"],
    ["\u001bOA", "<up>"],
    ["\u001b[1;5C", "<right>"],
    ["\u001b[1~", "<home>"],
    ["\u001b[OF", "?"],
    ["\u001bOF", "<end>"],
    ["\u001b[5~", "<page-up>"],
    ["\u001b[6~", "<page-down>"],
    ["\u001b\r", "<newline>"],
    ["\u0003", "^c"],
    ["\u001bf", "?"],
    ["\u001b[99~", "?"],
    ["é", "é"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["\u0000", "?"],
  ])("are read from what terminals send: %j", (sent, name) => {
    expect(names(read(sent))[0]).toBe(name);
  });

  test("[T8] what is pasted comes as one, with its line breaks, whatever it contains", () => {
    const pasted = "\u001b[200~-----BEGIN\r\nline\u001b[A\ry\n\u001b[201~";

    expect(names(read(pasted, "x"))).toEqual([
      `paste ${JSON.stringify("-----BEGIN\nline\u001b[A\ny\n")}`,
      "x",
    ]);
  });

  test("[T4] keys that come in one piece are told from those that come alone", () => {
    expect(read("y\r").every((key) => "isBurst" in key && key.isBurst)).toBe(true);
    expect(read("y", "\r").some((key) => "isBurst" in key && key.isBurst)).toBe(false);
  });

  test("are the same however they are cut into pieces", () => {
    const plain = (key: Key): Key => ("isBurst" in key ? { ...key, isBurst: false } : key);
    const sent = fc.array(
      fc.constantFrom(
        "a",
        "é",
        "\r",
        "\t",
        "\u001b[A",
        "\u001b[1;5C",
        "\u001bOF",
        "\u001b\r",
        "\u0003",
        "日",
        "\u001b[200~p\ra\u001b[201~",
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(sent, fc.array(fc.nat(60), { maxLength: 8 }), (keys, cuts) => {
        const text = keys.join("");
        const places = [...new Set(cuts.filter((cut) => cut < text.length))].sort(
          (one, other) => one - other,
        );
        const pieces = [...places, text.length].map((end, at) =>
          text.slice(at === 0 ? 0 : places[at - 1], end),
        );
        // Half of a pair of surrogates never comes alone: bytes are decoded first.
        fc.pre(pieces.every((piece) => !/\p{Cs}/u.test(piece)));

        expect(read(...pieces).map(plain)).toEqual(read(text).map(plain));
      }),
    );
  });

  test("never come to a stop, whatever is sent", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 20 }), { maxLength: 5 }), (pieces) => {
        const parser = new KeyParser();
        for (const piece of pieces) parser.push(piece);
        parser.push("\u001b[201~");
        parser.flush();

        expect(names(parser.push("z")).at(-1)).toBe("z");
      }),
    );
  });
});
