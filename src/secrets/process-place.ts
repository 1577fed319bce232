// Where the number of a process means something: on one machine, since it started, among the processes that see each other.

import { hash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";

/** A name of the place that this process is in; processes in other places cannot be looked at by their number. */
export async function processPlace(): Promise<string> {
  const bootId = await orNothing(readFile("/proc/sys/kernel/random/boot_id", "utf8"));
  const namespace = await orNothing(readlink("/proc/self/ns/pid"));
  return hash("sha256", [hostname(), bootId, namespace].join("\n"), "base64url");
}

/** Only Linux says so, and only Linux has containers whose processes do not see each other; elsewhere the host's name does. */
const orNothing = (reading: Promise<string>): Promise<string> => reading.catch(() => "");
