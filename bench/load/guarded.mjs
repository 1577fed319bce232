/**
 * Runs what judges an answer; what it throws fails the job.
 *
 * @template Value
 * @param {(error: Error) => void} fail
 * @param {(value: Value) => void} judge
 * @returns {(value: Value) => void}
 */
export function guarded(fail, judge) {
  return (value) => {
    try {
      judge(value);
    } catch (error) {
      fail(error);
    }
  };
}
