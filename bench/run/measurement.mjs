/** What a case measures: for every server one value per round. Rounds are interleaved, so values of one round belong together. */

/**
 * @typedef {object} Measurement
 * @property {string} id  `case/variant`, for example `call/modern/32`; the budget refers to it.
 * @property {string} title  The column heading.
 * @property {string} unit
 * @property {"higher" | "lower"} better
 * @property {Map<string, number[]>} values  By server, one per round.
 * @property {Map<string, number[]>} [perProcessorSecond]  The same per second of the server's processor time: steadier
 *   on a busy machine, blind to waiting.
 * @property {string[]} [notes]
 */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The median over the rounds of one server's value divided by another's in the same round.
 *
 * @param {Measurement} measurement
 * @param {string} server
 * @param {string} other
 * @returns {number | undefined}
 */
export function ratio(measurement, server, other) {
  const own = measurement.values.get(server);
  const others = measurement.values.get(other);
  if (own === undefined || others === undefined) return undefined;
  return median(own.map((value, round) => value / others[round]));
}

/**
 * @param {Measurement} measurement
 * @param {string} server
 * @returns {number | undefined}
 */
export function middle(measurement, server) {
  const values = measurement.values.get(server);
  return values === undefined ? undefined : median(values);
}
