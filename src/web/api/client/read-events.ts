// Reads server-sent events.

/** One event. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * The events of a body, in order, as the standard says they are to be read. What is cut off at the end is none. They end
 * when the signal aborts, whether or not the request that they came by is still there to hear it: Node may have collected
 * it once the response began.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const leave = (): Promise<void> => reader.cancel().catch(() => {});
  signal?.addEventListener("abort", leave, { once: true });
  if (signal?.aborted === true) await leave();
  let rest = "";
  let event = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.map((one) => one.replace(/\r$/, ""))) {
        if (line === "") {
          if (data.length > 0) yield { event: event === "" ? "message" : event, data: data.join("\n") };
          event = "";
          data = [];
        } else if (line.startsWith("event:")) event = line.slice(6).trimStart();
        else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      }
    }
  } finally {
    signal?.removeEventListener("abort", leave);
    // After the end there is nothing left to cancel.
    await leave();
  }
}
