// The five revisions of MCP and what each of them can carry.

/** `legacy`: `initialize`, sessions, server-sent requests. `modern`: stateless, `input_required`. */
export type Era = "legacy" | "modern";

/** One revision of the protocol, as the features that tell it from the others. */
export interface Revision {
  readonly version: string;
  readonly era: Era;
  /** Several messages in one body. */
  readonly batches: boolean;
  readonly audio: boolean;
  readonly toolAnnotations: boolean;
  /** `message` in progress notifications. */
  readonly progressMessages: boolean;
  /** The `completions` capability. */
  readonly completions: boolean;
  /** `title` and `_meta` on definitions, `outputSchema`, `structuredContent`, resource links. */
  readonly structured: boolean;
  /** Icons and `websiteUrl`. */
  readonly icons: boolean;
  /** Streams that start with an event to resume from, and may be closed by the server. */
  readonly primedStreams: boolean;
  /** What a person can be asked through a client. */
  readonly elicitation: "none" | "form" | "form-and-url";
  /** Tools, and several content blocks in a message, in `sampling/createMessage`. */
  readonly samplingTools: boolean;
  /** `outputSchema` and `structuredContent` of any JSON type, not only objects. */
  readonly anyOutput: boolean;
}

const r20241105: Revision = {
  version: "2024-11-05",
  era: "legacy",
  batches: false,
  audio: false,
  toolAnnotations: false,
  progressMessages: false,
  completions: false,
  structured: false,
  icons: false,
  primedStreams: false,
  elicitation: "none",
  samplingTools: false,
  anyOutput: false,
};
const r20250326: Revision = {
  ...r20241105,
  version: "2025-03-26",
  batches: true,
  audio: true,
  toolAnnotations: true,
  progressMessages: true,
  completions: true,
};
const r20250618: Revision = {
  ...r20250326,
  version: "2025-06-18",
  batches: false,
  structured: true,
  elicitation: "form",
};
const r20251125: Revision = {
  ...r20250618,
  version: "2025-11-25",
  icons: true,
  primedStreams: true,
  elicitation: "form-and-url",
  samplingTools: true,
};
const r20260728: Revision = { ...r20251125, version: "2026-07-28", era: "modern", anyOutput: true };

/** The revision offered to an `initialize` that asks for one we do not know. */
export const LATEST_LEGACY: Revision = r20251125;

/** What `server/discover` lists and version errors name. */
export const MODERN_REVISIONS: readonly string[] = [r20260728.version];

const byVersion: ReadonlyMap<string, Revision> = new Map(
  [r20241105, r20250326, r20250618, r20251125, r20260728].map((revision) => [revision.version, revision]),
);

/** The revision of that version string, if it is one of the five. */
export const revisionOf = (version: unknown): Revision | undefined =>
  typeof version === "string" ? byVersion.get(version) : undefined;

/** The legacy revision to offer in response to an `initialize`. */
export function negotiate(requested: unknown): Revision {
  const known = revisionOf(requested);
  return known?.era === "legacy" ? known : LATEST_LEGACY;
}
