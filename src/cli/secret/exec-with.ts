// Runs a command with secrets in its environment.

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { nameInHandle } from "../../agent/handles.js";
import { CliError } from "../frame/cli-error.js";
import { type Surroundings, tell } from "../frame/surroundings.js";
import { secretName } from "../state/open-vault.js";

/** A secret, and the variable that it goes to. */
export interface SecretVariable {
  readonly name: string;
  readonly variable: string;
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What is wanted: by the options, and by variables that hold a handle. */
export function secretVariables(
  given: readonly string[],
  env: Surroundings["env"],
): readonly SecretVariable[] {
  const named = given.map((each) => {
    const [before = "", after] = each.split(/=(.*)/s);
    const name = secretName(before);
    const variable = after ?? name.toUpperCase().replace(/[^A-Z0-9_]/g, "_");
    if (!VARIABLE.test(variable))
      throw new CliError("usage", `No variable can be called ${JSON.stringify(variable)}.`);
    return { name, variable };
  });
  const held = Object.entries(env).flatMap(([variable, value = ""]) => {
    const name = nameInHandle(value);
    return name === undefined || named.some((each) => each.variable === variable) ? [] : [{ name, variable }];
  });
  if (named.length + held.length === 0)
    throw new CliError(
      "usage",
      "No secret is named. Give --secret NAME, or a variable that holds secret:NAME.",
    );
  return [...named, ...held];
}

/** Runs it in our place, and gives its exit code; 128 and the number of the signal that ended it. */
export function execWith(
  command: string,
  args: readonly string[],
  secrets: Readonly<Record<string, string>>,
  surroundings: Surroundings,
): Promise<number> {
  const { env, cwd, leaveSignals } = surroundings;
  // Ctrl-C goes to the command, which decides what comes of it.
  const takeSignals = leaveSignals();
  const ignore = (): void => {};
  process.on("SIGINT", ignore);
  return new Promise<number>((resolve) => {
    const child = spawn(command, args, { cwd, stdio: "inherit", env: { ...env, ...secrets } });
    const pass = (): void => void child.kill("SIGTERM");
    process.on("SIGTERM", pass);
    const end = (code: number): void => {
      process.off("SIGTERM", pass);
      process.off("SIGINT", ignore);
      takeSignals();
      resolve(code);
    };
    child.once("error", (error: NodeJS.ErrnoException) => {
      // Not its own words: they could repeat what was in the arguments.
      tell(surroundings, `${command} could not be run: ${error.code ?? "it failed"}.`);
      end(error.code === "ENOENT" ? 127 : 126);
    });
    child.once("exit", (code, signal) =>
      end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
