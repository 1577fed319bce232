// How a server asks.

/** How questions are asked and waited for. */
export interface AskingOptions {
  /** In how many rounds a modern run may ask: clients go along with ten. @default 10 */
  readonly maxRounds?: number;
  /** How long a modern response is held open for an answer that comes from elsewhere, in milliseconds. @default 50_000 */
  readonly holdMs?: number;
  /** How long a client may take to come back with its answers, in milliseconds; 24 hours unless set. @default 86_400_000 */
  readonly stateTtlMs?: number;
  /** How many runs may wait at a time for each principal, or for each session where nobody is signed in. @default 1000 */
  readonly maxWaiting?: number;
  /** How long a node of a shared or durable engine counts as alive after its last sign, in milliseconds; then others go on with its runs. @default 15_000 */
  readonly leaseMs?: number;
}

export const askingDefaults: Required<AskingOptions> = {
  maxRounds: 10,
  holdMs: 50_000,
  stateTtlMs: 24 * 60 * 60_000,
  maxWaiting: 1000,
  leaseMs: 15_000,
};
