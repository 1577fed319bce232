// Who acts on an elicitation.

/** Who does something to an elicitation. */
export interface Acting {
  readonly by?: string;
  /** The audiences that this person belongs to, such as `operators`, as the view has made sure of. */
  readonly groups?: readonly string[];
  /** From which view or policy. */
  readonly from?: string;
}

/** Who has an elicitation open. */
export interface Claiming extends Acting {
  readonly by: string;
  /** For how long, in milliseconds, up to an hour. @default 30_000 */
  readonly forMs?: number;
}
