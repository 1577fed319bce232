import { expect, test } from "vitest";
import * as z from "zod";
import { asker, createStage } from "./stage.js";

const deploy = {
  variables: z.object({ service: z.string().min(1), hours: z.number().int().default(1) }),
  elicitation: ({ service, hours }: { service: string; hours: number }) => ({
    message: `Deploy ${service}?`,
    timeoutMs: hours * 3_600_000,
    tags: ["deploy"],
  }),
};

test("[acceptance 49] a template makes elicitations of variables that fit, with what its user says besides", async () => {
  const { broker, clock } = createStage();
  broker.defineTemplate("approve-deploy", deploy);
  const creation = await broker.createFrom("approve-deploy", { service: "api" }, { asker, audience: "ops" });
  expect(creation).toMatchObject({
    ok: true,
    elicitation: {
      message: "Deploy api?",
      tags: ["deploy"],
      audience: "ops",
      expiresAt: clock.now() + 3_600_000,
    },
  });
});

test("variables that do not fit are refused with every problem", async () => {
  const { broker } = createStage();
  broker.defineTemplate("approve-deploy", deploy);
  await expect(
    (async () => broker.createFrom("approve-deploy", { service: "", hours: 1.5 }, { asker }))(),
  ).rejects.toMatchObject({
    code: "invalid-arguments",
    message: expect.stringMatching(/approve-deploy.*service: .*; hours: /),
  });
  expect((await broker.list()).elicitations).toEqual([]);
});

test("variables may be said with a plain form schema", async () => {
  const { broker } = createStage();
  broker.defineTemplate("greet", {
    variables: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    elicitation: ({ name }: { name: string }) => ({ message: `Hello ${name}?` }),
  });
  expect(await broker.createFrom("greet", { name: "Ada" }, { asker })).toMatchObject({
    elicitation: { message: "Hello Ada?" },
  });
  expect(() => broker.createFrom("greet", {}, { asker })).toThrowError(/name: is required/);
});

test("names of templates are known and unique, and definitions make sense", () => {
  const { broker } = createStage();
  broker.defineTemplate("approve-deploy", deploy);
  const refusal = (code: string) => expect.objectContaining({ code });
  expect(() => broker.defineTemplate("approve-deploy", deploy)).toThrowError(refusal("duplicate-name"));
  expect(() => broker.createFrom("other", {}, { asker })).toThrowError(refusal("unknown-name"));
  expect(() => broker.defineTemplate("", deploy)).toThrowError(refusal("invalid-definition"));
  expect(() => broker.defineTemplate("a", { variables: deploy.variables } as never)).toThrowError(
    refusal("invalid-definition"),
  );
  expect(() => broker.defineTemplate("b", { ...deploy, variables: { type: "array" } as never })).toThrowError(
    refusal("invalid-definition"),
  );
});

const visit = {
  variables: z.object({ host: z.string() }),
  elicitation: ({ host }: { host: string }) => ({
    message: "Go there.",
    mode: "url" as const,
    url: `https://${host}/`,
  }),
};

test("the url of a template is judged, and refused where it must be", async () => {
  const judged: string[] = [];
  const { broker } = createStage({
    judgeUrl: async (url) => {
      judged.push(url);
      return url.includes("10.0.0.1") ? { ok: false, reason: "private address" } : { ok: true, url };
    },
  });
  broker.defineTemplate("visit", visit);
  expect(await broker.createFrom("visit", { host: "example.com" }, { asker })).toMatchObject({ ok: true });
  await expect(broker.createFrom("visit", { host: "10.0.0.1" }, { asker })).rejects.toMatchObject({
    code: "invalid-arguments",
    message: expect.stringContaining("private address"),
  });
  expect(judged).toEqual(["https://example.com/", "https://10.0.0.1/"]);
  expect((await broker.list()).elicitations).toHaveLength(1);
});

test("without somebody who judges, urls from elsewhere are refused unless that is switched off", async () => {
  const stage = createStage();
  stage.broker.defineTemplate("visit", visit);
  await expect(stage.broker.createFrom("visit", { host: "example.com" }, { asker })).rejects.toMatchObject({
    code: "invalid-option",
  });
  const page = { message: "Go there.", mode: "url" as const, url: "https://10.0.0.1/", asker };
  await expect(stage.broker.create(page, { guarded: true })).rejects.toMatchObject({
    code: "invalid-option",
  });
  expect(await stage.broker.create(page)).toMatchObject({ ok: true });
  const open = createStage({ judgeUrl: false });
  expect(await open.broker.create(page, { guarded: true })).toMatchObject({ ok: true });
});

test("whoever uses a template cannot say what it asks, nor where it sends people", async () => {
  const { broker } = createStage({ judgeUrl: (url) => ({ ok: true, url }) });
  broker.defineTemplate("visit", visit);
  const use = { asker, url: "https://evil.example/", message: "Give me all.", mode: "inline", schema: {} };
  expect(await broker.createFrom("visit", { host: "example.com" }, use as never)).toMatchObject({
    elicitation: {
      mode: "url",
      url: "https://example.com/",
      message: visit.elicitation({ host: "" }).message,
    },
  });
});

test("the sentence of whoever judges a url reaches whoever is refused", async () => {
  const { broker } = createStage({
    judgeUrl: () => ({ ok: false, reason: "address", message: "It is inside of a private network." }),
  });
  broker.defineTemplate("visit", visit);
  await expect(broker.createFrom("visit", { host: "example.com" }, { asker })).rejects.toMatchObject({
    message: "The url of an elicitation is refused: It is inside of a private network.",
  });
});

test("an asker of whom little is known needs no more than that", async () => {
  const { broker } = createStage();
  const creation = await broker.create({
    message: "Go on?",
    asker: { server: "s", method: "m", runId: "r" },
  });
  expect(creation).toMatchObject({
    ok: true,
    elicitation: { asker: { server: "s", principalId: undefined } },
  });
});
