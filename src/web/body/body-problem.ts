// Why a body is not taken.

/** A body that no page of ours sends, or one that is too much. */
export class BodyProblem extends Error {
  readonly status: 400 | 403 | 413 | 415;

  constructor(status: 400 | 403 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}
