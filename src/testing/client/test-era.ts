// The ways in which a test client can speak to a server.

import { BeckonError } from "../../core/errors.js";
import { type Era, LATEST_LEGACY, MODERN_REVISIONS, revisionOf } from "../../protocol/revisions.js";

/** Which client a test plays. */
export interface TestEra {
  /** How the client speaks: with sessions and requests from the server, or in rounds. @default the era of the revision, else "modern" */
  readonly era?: Era;
  /** The protocol revision. @default the newest of the era */
  readonly revision?: string;
  /** How messages travel. @default "http" */
  readonly transport?: "http" | "stdio";
}

/** The same with nothing left open. */
export interface SettledEra extends Required<TestEra> {
  /** How errors name it. */
  readonly name: string;
}

/** Fills in what was not said; refuses what does not go together. */
export function settleEra({ era, revision, transport = "http" }: TestEra): SettledEra {
  requireOneOf("era", era ?? "modern", ["legacy", "modern"]);
  requireOneOf("transport", transport, ["http", "stdio"]);
  const known = revision === undefined ? undefined : revisionOf(revision);
  if (revision !== undefined && known === undefined)
    throw new BeckonError("invalid-option", `There is no revision ${revision}.`);
  if (era !== undefined && known !== undefined && known.era !== era)
    throw new BeckonError("invalid-option", `The revision ${revision} is not of the ${era} era.`);
  const settled = known?.era ?? era ?? "modern";
  const version =
    known?.version ?? (settled === "legacy" ? LATEST_LEGACY.version : String(MODERN_REVISIONS[0]));
  const isNewest = version === LATEST_LEGACY.version || settled === "modern";
  const name = [
    `the ${settled} era`,
    isNewest ? "" : `, revision ${version}`,
    transport === "stdio" ? ", over stdio" : "",
  ].join("");
  return { era: settled, revision: version, transport, name };
}

/** JavaScript brings anything. */
function requireOneOf(option: string, value: unknown, choices: readonly string[]): void {
  if (choices.some((choice) => choice === value)) return;
  throw new BeckonError(
    "invalid-option",
    `There is no ${option} ${JSON.stringify(value)}. Choose ${choices.map((choice) => JSON.stringify(choice)).join(" or ")}.`,
  );
}
