// How the API refuses: everything that is wrong at once, what is not there, and what is over already.

import { describe, expect, it } from "vitest";
import { parseSpec } from "../../../src/agent/index.js";
import { guests } from "../stage.js";
import { createStage } from "./stage.js";

type Stage = ReturnType<typeof createStage>;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly problems?: readonly { readonly path: string; readonly message: string }[];
}

// What is in it is looked at by each test.
const refusalOf = async (response: Response): Promise<Refusal> => (await response.json()) as Refusal;

const pathsOf = ({ problems = [] }: Refusal): readonly string[] => problems.map(({ path }) => path).sort();

const asking = async (stage: Stage, json: unknown, query = ""): Promise<Refusal> =>
  refusalOf(await stage.send("bot:ask", "POST", `/elicitations${query}`, { json }));

describe("a request that is not valid", () => {
  it("hears of everything in its query and its body at once", async () => {
    const refusal = await asking(
      createStage(),
      { message: 7, tags: "a", timeoutMs: "soon", more: 1 },
      "?x=1",
    );
    expect(refusal).toMatchObject({ status: 400, code: "invalid" });
    expect(pathsOf(refusal)).toEqual(["message", "more", "tags", "timeoutMs", "x"]);
  });

  it("hears of everything that is wrong with its schema", async () => {
    const properties = {
      a: { type: "tree" },
      b: { type: "array" },
      c: { type: "string", minLength: 5, maxLength: 2 },
      d: { type: "secret", multiline: "yes" },
      e: { type: "file", maxBytes: 0, maxFiles: 1 },
      fine: { type: "string" },
    };
    const schema = { type: "object", properties, required: ["none"], more: 1 };
    const refusal = await asking(createStage(), { message: " ", schema });
    expect(refusal.status).toBe(400);
    expect(pathsOf(refusal)).toEqual([
      "message",
      "schema",
      "schema",
      ...["a", "b", "c", "d", "e"].map((name) => `schema.properties.${name}`),
    ]);
  });

  it("hears of everything that does not go together", async () => {
    const stage = createStage();
    const at = async (json: unknown): Promise<readonly string[]> => pathsOf(await asking(stage, json));
    expect(await at({})).toEqual([""]);
    expect(await at({ template: "a", spec: {}, url: "b", mode: "url" })).toEqual(["", "mode", "url", "url"]);
    expect(await at({ message: "Go?", mode: "url", schema: guests })).toEqual(["schema", "url"]);
    expect(await at({ message: "Go?", url: "javascript:1" })).toEqual(["url", "url"]);
  });

  it("hears of everything in a spec, and in the variables of a template", async () => {
    const fromSpec = (spec: unknown): never => {
      parseSpec(spec);
      throw new Error("It is fine.");
    };
    const stage = createStage({ fromSpec });
    const variables = {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "boolean" } },
    } as const;
    stage.broker.defineTemplate("deploy", { variables, elicitation: () => ({ message: "Go?" }) });

    const spec = await asking(stage, { spec: { $type: "choice", prompt: 7, options: "none" } });
    const template = await asking(stage, { template: "deploy", variables: { a: "x", b: 1 } });

    expect([spec.status, template.status]).toEqual([400, 400]);
    expect(pathsOf(spec).length).toBeGreaterThan(1);
    for (const path of pathsOf(spec)) expect(path).toMatch(/^spec\./);
    expect(pathsOf(template)).toEqual(["variables.a", "variables.b"]);
  });

  it("hears that an approval has no fields, and whatever it wrote there is no yes (C9)", async () => {
    const stage = createStage();
    const { elicitation } = await stage.client("bot:ask").create({ message: "Deploy?" });
    const path = `/elicitations/${elicitation.id}/answer`;
    const refusal = await refusalOf(
      await stage.send("ada:answer", "POST", path, { json: { content: { answer: false } } }),
    );
    expect(refusal).toMatchObject({ status: 400, code: "invalid" });
    expect(pathsOf(refusal)).toEqual(["", "answer"]);
    expect((await stage.client("ada:answer").get(elicitation.id)).elicitation.status).toBe("pending");
    expect((await stage.send("ada:answer", "POST", path, { json: {} })).status).toBe(200);
  });

  it("hears how much more there is, where it is too much to be told", async () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`member${index}`, 1]));
    const { problems = [] } = await asking(createStage(), { message: "Go?", ...many });
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toEqual({ path: "", message: "and 20 more problems" });
  });
});

/** Something that is done to an elicitation. */
interface Verb {
  readonly method: string;
  readonly name: string;
  readonly json?: unknown;
}

const verbs: readonly Verb[] = [
  { method: "POST", name: "claim", json: {} },
  { method: "POST", name: "answer", json: { content: {} } },
  { method: "POST", name: "decline", json: {} },
  { method: "POST", name: "cancel", json: {} },
  { method: "POST", name: "withdraw", json: { reason: "It is too late." } },
  { method: "PUT", name: "draft", json: { content: {} } },
];
const lookups: readonly Verb[] = [
  { method: "GET", name: "" },
  { method: "GET", name: "answer" },
  { method: "GET", name: "draft" },
  { method: "DELETE", name: "draft" },
  { method: "PUT", name: "aside" },
  { method: "DELETE", name: "aside" },
  { method: "GET", name: "files/none" },
  { method: "GET", name: "transcript" },
  { method: "POST", name: "transcript", json: { line: "Hello." } },
  { method: "POST", name: "end", json: {} },
];

const act = (stage: Stage, id: string, { method, name, json }: Verb): Promise<Response> =>
  stage.send(
    "ada:admin",
    method,
    `/elicitations/${id}${name === "" ? "" : `/${name}`}`,
    json === undefined ? {} : { json },
  );

describe("what is not there", () => {
  it.each([...verbs, ...lookups])("$method $name of it is 404 (C4)", async (verb) => {
    const response = await act(createStage(), "none", verb);
    expect(await refusalOf(response)).toMatchObject({ status: 404, code: "unknown" });
  });
});

describe("what is over already", () => {
  it.each(verbs)("$method $name of it is 409, with who, when, from where and how (C4)", async (verb) => {
    const stage = createStage();
    const { elicitation } = await stage.client("ada:admin").create({ message: "Go?" });
    await stage.client("mia:answer").decline(elicitation.id, { reason: "No." });
    const at = stage.clock.now();
    await stage.clock.advance(5_000);

    const response = await act(stage, elicitation.id, verb);

    expect(await refusalOf(response)).toMatchObject({
      status: 409,
      code: "settled",
      detail: expect.stringContaining(`declined by mia from api at ${new Date(at).toISOString()}`),
      settled: { at, by: "mia", from: "api", status: "declined" },
    });
  });
});
