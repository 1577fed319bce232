// Which names of hosts are well formed, and which belong to a local network whatever they resolve to.

/** Names that no public server may have: reserved ones, and those that networks use inside. */
const LOCAL_ENDINGS: ReadonlySet<string> = new Set([
  "alt",
  "arpa",
  "cluster",
  "consul",
  "corp",
  "dhcp",
  "docker",
  "domain",
  "example",
  "home",
  "internal",
  "intra",
  "intranet",
  "invalid",
  "ip",
  "lan",
  "loc",
  "local",
  "localdomain",
  "localhost",
  "localnet",
  "mail",
  "nomad",
  "onion",
  "priv",
  "private",
  "pvt",
  "router",
  "svc",
  "test",
  "wlan",
  "workgroup",
]);

const MAX_NAME = 253;
const MAX_LABEL = 63;

/** The name without the dot that may end it. */
export const withoutRoot = (name: string): string => (name.endsWith(".") ? name.slice(0, -1) : name);

/** True for a name, as `URL` writes it and without its root, that the domain name system can carry. */
export function isWellFormed(name: string): boolean {
  if (name.length === 0 || name.length > MAX_NAME) return false;
  return name.split(".").every(isLabel);
}

/** True for names without a dot, and those under an ending that is used inside networks only. */
export function isLocalName(name: string): boolean {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return last === name || LOCAL_ENDINGS.has(last);
}

/** True for the names that every machine has for itself. */
export const isLoopbackName = (name: string): boolean => name === "localhost" || name.endsWith(".localhost");

/** Punycode that stands for plain letters ends in a hyphen, and so is none. */
function isLabel(label: string): boolean {
  return label.length <= MAX_LABEL && /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label);
}
