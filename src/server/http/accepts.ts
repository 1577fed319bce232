// What kinds of reply a client takes.

/** The two kinds of reply a POST can have. */
export interface Accepts {
  readonly json: boolean;
  readonly stream: boolean;
}

const BOTH: Accepts = { json: true, stream: true };

/** Reads an `Accept` header; an absent one takes both. */
export function readAccept(header: string | string[] | undefined): Accepts {
  if (header === undefined || header === "application/json, text/event-stream") return BOTH;
  const types = String(header)
    .split(",")
    .map((part) => part.split(";")[0]?.trim().toLowerCase());
  const any = types.includes("*/*");
  return {
    json: any || types.includes("application/json") || types.includes("application/*"),
    stream: any || types.includes("text/event-stream") || types.includes("text/*"),
  };
}
