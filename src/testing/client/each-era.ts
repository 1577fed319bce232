// Runs one test with every kind of client.

import type { MaybePromise } from "../../core/maybe-promise.js";
import { freshServers } from "../fresh-servers.js";
import type { MakeServer } from "../server-kit.js";
import { testClient } from "./test-client.js";
import { type SettledEra, settleEra, type TestEra } from "./test-era.js";
import type { TestClient, TestClientOptions } from "./traced-client.js";

/** How the clients of a test behave. */
export interface EachEraOptions extends Omit<TestClientOptions, keyof TestEra> {
  /** The kinds of clients. @default both eras, over HTTP and over stdio */
  readonly eras?: readonly TestEra[];
}

const ERAS: readonly TestEra[] = [
  { era: "modern" },
  { era: "legacy" },
  { era: "modern", transport: "stdio" },
  { era: "legacy", transport: "stdio" },
];

/** Runs `test` with a client of each kind, each with a server of its own. What fails says for which one. */
export async function eachEra(
  makeServer: MakeServer,
  options: EachEraOptions,
  test: (client: TestClient) => MaybePromise<unknown>,
): Promise<void> {
  const { eras = ERAS, ...rest } = options;
  const make = freshServers(makeServer, "eachEra");
  for (const era of eras.map(settleEra)) {
    const client = await testClient(make, { ...rest, ...settings(era) });
    try {
      await test(client);
    } catch (error) {
      // The test's own failure is what counts.
      await client.close().catch(() => {});
      throw inEra(era, error);
    }
    await client.close().catch((error: unknown) => {
      throw inEra(era, error);
    });
  }
}

const settings = ({ era, revision, transport }: SettledEra): TestEra => ({ era, revision, transport });

/** The same error, so that runners show its difference; its message says where it happened. */
function inEra({ name }: SettledEra, error: unknown): unknown {
  if (error instanceof Error) error.message = `In ${name}: ${error.message}`;
  return error;
}
