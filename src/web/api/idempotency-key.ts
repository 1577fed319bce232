// The key that makes doing something twice the same as doing it once.

import { ApiError } from "./api-error.js";

const LONGEST = 1_024;

/** The key of the body or of the `Idempotency-Key` header. Throws when they differ. */
export function keyOf(request: Request, given: string | undefined): string | undefined {
  const header = request.headers.get("idempotency-key") ?? undefined;
  if (header === undefined || header === given) return given;
  if (given !== undefined)
    throw new ApiError(
      "invalid",
      "The body has another key than the Idempotency-Key header. Give one of them.",
    );
  if (header === "" || header.length > LONGEST)
    throw new ApiError("invalid", `The Idempotency-Key header must have 1 to ${LONGEST} characters.`);
  return header;
}
