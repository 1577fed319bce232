// An agent that asks: what its model writes goes to a person, and what the model reads back has no secrets in it.

import { type Answer, defineResponder } from "beckon";
import { type Asker, createAsker, type Vault } from "beckon/agent";

/** Where secrets are kept while this runs. */
function memoryVault(): Vault {
  const kept = new Map<string, string>();
  return {
    name: "memory",
    get: (owner, name) => kept.get(`${owner} ${name}`),
    set: (owner, name, value) => void kept.set(`${owner} ${name}`, value),
    forget: (owner, name) => kept.delete(`${owner} ${name}`),
    names: () => [...kept.keys()].sort(),
    close() {},
  };
}

/** An agent whose person answers as `reply` says. */
export function createAgent(reply: (message: string) => Answer | undefined): Asker {
  const person = defineResponder(["form"], async ({ message }) => reply(message), ["secret"]);
  return createAsker({
    name: "deploy agent",
    vault: memoryVault(),
    responders: [{ priority: 10, responder: person }],
  });
}
