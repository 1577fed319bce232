// A real keyring that nobody else uses: a Secret Service on a bus of its own, in a folder that goes with it.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { findKeyring } from "../../scripts/keyring.mjs";

export interface SecretService {
  /** For `DBUS_SESSION_BUS_ADDRESS`. */
  readonly address: string;
  /** Where the keyring lies. */
  readonly folder: string;
  close(): Promise<void>;
}

const PASSWORD = "a password that is thrown away";

/** Starts it, unlocked. */
export async function startSecretService(): Promise<SecretService> {
  const found = findKeyring();
  if (found === undefined)
    throw new Error(
      "There is no keyring. Install dbus and gnome-keyring, or set BECKON_KEYRING to its path.",
    );
  const home = await mkdtemp(join(tmpdir(), "beckon-keyring-"));
  const folder = join(home, "data");
  await mkdir(folder);
  const config = join(home, "bus.conf");
  await writeFile(config, busConfig(join(home, "bus")));
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: folder };
  const children: ChildProcess[] = [];

  async function close(): Promise<void> {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
    await rm(home, { recursive: true, force: true });
  }

  try {
    const bus = spawn(
      found.bus,
      [`--config-file=${config}`, "--nofork", "--nopidfile", "--print-address=1"],
      {
        env,
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    children.push(bus);
    const address = await firstLine(bus, bus.stdout);
    const service = spawn(
      found.service,
      ["--foreground", "--unlock", "--components=secrets", `--control-directory=${join(home, "control")}`],
      { env: { ...env, DBUS_SESSION_BUS_ADDRESS: address }, stdio: ["pipe", "pipe", "ignore"] },
    );
    children.push(service);
    service.stdin.end(PASSWORD);
    await firstLine(service, service.stdout);
    return { address, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Without the services of the machine: a bus that knew them would start another keyring by itself. */
const busConfig = (socket: string): string => `<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** What a program says first, which is when it listens. Rejects when it ends before. */
function firstLine(child: ChildProcess, output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(output).once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${child.spawnfile} ended with ${code}.`)));
  });
}
