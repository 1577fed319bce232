// A secret of the vault, as one run sees it: what the vault said the first time holds to the run's end.

import { BeckonError } from "../../core/errors.js";
import type { Secret } from "../../core/secret.js";
import type { Vault } from "../../core/vault.js";
import { never } from "../../replay/activity.js";
import type { Call } from "../call/call.js";
import type { ServerParts } from "../parts.js";
import type { CallExecution } from "./call-execution.js";

/** A secret that is kept, or to be kept. */
export interface RememberedSecret {
  /** The secret, if the vault had it when the run first looked. */
  recall(): Promise<string | undefined>;
  /** Puts it into the vault, once per run. */
  keep(secret: Secret): Promise<void>;
}

/** Who is on the other end of stdio, where nobody says: the one who started the process. */
const LOCAL_OWNER = "beckon:stdio";
/** What only owners made here begin with. */
const OWN_PREFIX = "beckon:";

/** Opens a secret; throws where it could not be kept. */
export function openRemembered(
  { asking, logger }: ServerParts,
  call: Call,
  { run, secrets }: CallExecution,
  name: string,
): RememberedSecret {
  const vault = requireVault(asking.vault, name);
  const owner = ownerOf(call, name);
  const place = secrets.number(name);
  const reference = `${run.id}/${place}`;

  async function copy(): Promise<boolean> {
    const value = await attempt("read", () => vault.get(owner, name));
    if (value === undefined) return false;
    await secrets.keep(reference, value);
    return true;
  }

  async function read(): Promise<string | undefined> {
    const copied = await attempt("read", () => secrets.read(reference));
    return copied ?? attempt("read", () => vault.get(owner, name));
  }

  /** A vault that fails costs the person a question, and not the call. */
  async function attempt<T>(act: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      logger.error(`The vault ${vault.name} could not be ${act}.`, { error });
      return undefined;
    }
  }

  const step = (what: string, work: () => Promise<unknown>): Promise<unknown> =>
    run.step(`beckon:${what}:${place}`, () => call.signal, work);
  return {
    async recall() {
      if ((await step("recall", copy)) !== true) return undefined;
      const reading = read();
      run.during(reading.then(() => {}));
      const value = await reading;
      return run.isOver ? never() : value;
    },
    async keep(secret) {
      await step("remember", async () => {
        await attempt("written", () => vault.set(owner, name, secret.reveal()));
      });
    },
  };
}

function requireVault(vault: Vault | undefined, name: string): Vault {
  if (vault !== undefined) return vault;
  throw new BeckonError(
    "invalid-option",
    `The secret ${name} is to be remembered, and the server has no vault. Pass vault to createServer, or leave out remember.`,
  );
}

/** The principal's id, unless it could be taken for an owner of another kind. */
const principalOwner = (id: string): string =>
  id.startsWith(OWN_PREFIX) ? `${OWN_PREFIX}principal:${id}` : id;

function ownerOf({ access, transport }: Call, name: string): string {
  if (access.principal !== undefined) return principalOwner(access.principal.id);
  if (transport === "stdio") return LOCAL_OWNER;
  throw new BeckonError(
    "invalid-option",
    `The secret ${name} is to be remembered, and nobody knows whose it is: connect gave no principal. Have it give one, or leave out remember where ctx.principal is undefined.`,
  );
}
