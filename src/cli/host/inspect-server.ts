// Asks a server for everything that it offers.

import type { ConnectedClient } from "../../client/connect-client.js";

type Era = "legacy" | "modern";
type Client = ConnectedClient["client"];

/** What a server says of itself. */
export interface Inspection {
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** The revision that was spoken. */
  readonly revision: string | undefined;
  /** The eras that it speaks. */
  readonly eras: readonly Era[];
  readonly instructions: string | undefined;
  readonly capabilities: Awaited<ReturnType<Client["getServerCapabilities"]>>;
  readonly tools: Awaited<ReturnType<Client["listTools"]>>["tools"];
  readonly prompts: Awaited<ReturnType<Client["listPrompts"]>>["prompts"];
  readonly resources: Awaited<ReturnType<Client["listResources"]>>["resources"];
  readonly resourceTemplates: Awaited<ReturnType<Client["listResourceTemplates"]>>["resourceTemplates"];
}

/** Connects in the era asked for; with `auto` it also tries the other one. */
export async function inspectServer(
  connect: (era: "auto" | Era) => Promise<ConnectedClient>,
  era: "auto" | Era,
  signal: AbortSignal,
): Promise<Inspection> {
  const connected = await connect(era);
  try {
    const offered = await listEverything(connected.client, signal);
    const other: Era = connected.era === "modern" ? "legacy" : "modern";
    const speaksOther = era === "auto" && (await speaks(() => connect(other)));
    return { ...offered, eras: speaksOther ? ["legacy", "modern"] : [connected.era] };
  } finally {
    await connected.close();
  }
}

async function listEverything(client: Client, signal: AbortSignal): Promise<Omit<Inspection, "eras">> {
  const capabilities = client.getServerCapabilities();
  const options = { signal };
  const [{ tools }, { prompts }, { resources }, { resourceTemplates }] = await Promise.all([
    capabilities?.tools ? client.listTools(undefined, options) : { tools: [] },
    capabilities?.prompts ? client.listPrompts(undefined, options) : { prompts: [] },
    capabilities?.resources ? client.listResources(undefined, options) : { resources: [] },
    capabilities?.resources ? client.listResourceTemplates(undefined, options) : { resourceTemplates: [] },
  ]);
  const { name, title, version } = client.getServerVersion() ?? {};
  return {
    name,
    title,
    version,
    revision: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    capabilities,
    tools,
    prompts,
    resources,
    resourceTemplates,
  };
}

/** A server that refuses the era does not speak it, whatever it says. */
async function speaks(connect: () => Promise<ConnectedClient>): Promise<boolean> {
  try {
    await (await connect()).close();
    return true;
  } catch {
    return false;
  }
}
