// A program that asks in its terminal and prints what came of it. The tests run it in a real one.

import { appendFileSync, writeFileSync } from "node:fs";
import { createTerminal } from "beckon/terminal";

const [what = "form", flag] = process.argv.slice(2);
const asker = { server: "tables", method: "tools/call", target: "book_table", runId: "r1" };
const base = { key: "k", audience: undefined, expiresAt: undefined, asker };
const formOf = (id, message, properties, required = Object.keys(properties)) => ({
  ...base,
  id,
  mode: "form",
  message,
  schema: { type: "object", properties, required },
});

const party = formOf(
  "party",
  "A table for how many?",
  {
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20 },
    seat: { type: "string", title: "Where", enum: ["Inside", "Terrace"], default: "Inside" },
  },
  ["guests"],
);
const contact = formOf("contact", "In which name?", { name: { type: "string", title: "Name" } });
const approval = formOf("approval", "Delete all 412 files?", {});
const secret = formOf("secret", "The deploy key?", {
  key: { type: "secret", title: "Key", multiline: true },
});
const long = formOf(
  "long",
  Array.from({ length: 80 }, (_, at) => `Line ${at + 1} of the message.`).join("\n"),
  { city: { type: "string", title: "City" } },
);
const questions = {
  form: [party],
  approval: [approval],
  secret: [secret],
  long: [long],
  queue: [party, approval],
  round: [party, contact, approval],
};

const terminal = createTerminal({
  env: process.env,
  supply: "Use --answers file.json.",
  // Its timers never ring, so that the first moment of a question lasts.
  ...(flag === "hang-up" && { clock: { now: () => Date.now(), setTimer: () => ({ cancel() {} }) } }),
});

if (process.env.PID_FILE) writeFileSync(process.env.PID_FILE, String(process.pid));

const told = new Promise((resolve) => process.once("SIGUSR2", resolve));
const elsewhere = new AbortController();
if (flag === "later") {
  // Begins when it is told to, so that a test can type before.
  const alive = setInterval(() => {}, 1_000);
  console.log("ready");
  await told;
  clearInterval(alive);
} else
  void told.then(() => {
    if (flag === "elsewhere") elsewhere.abort(new Error("Somebody else has answered."));
    else throw new Error("The program broke.");
  });

if (flag === "hang-up") {
  // Lives on without its terminal.
  process.on("SIGHUP", () => {});
  process.on("uncaughtExceptionMonitor", (error) => appendFileSync(process.env.OUT, `${error.stack}\n`));
}

if (flag === "listens") process.on("SIGINT", () => console.log("The program heard SIGINT."));

const never = new AbortController().signal;
const answers = await Promise.all(
  questions[what].map((question, at) =>
    terminal.responder(question, {
      signal: at === 0 ? elsewhere.signal : never,
      group: what === "round" ? "round" : question.id,
    }),
  ),
);
if (flag === "listens") {
  // Behind this signal every one that was sent before has been heard.
  const alive = setInterval(() => {}, 1_000);
  await new Promise((resolve) => process.once("SIGALRM", resolve) && process.kill(process.pid, "SIGALRM"));
  clearInterval(alive);
}
const line = `answer ${JSON.stringify(answers.length === 1 ? (answers[0] ?? "nobody") : answers)}`;
if (flag === "hang-up") {
  // What fails when a terminal is left fails within a turn. Node itself cannot end in order where its own one has gone.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  appendFileSync(process.env.OUT, `${line}\n`);
  process.kill(process.pid, "SIGKILL");
} else console.log(line);
