// Reads server-sent events.

/** One event. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** The events of a body, in order, as the standard says they are to be read. What is cut off at the end is none. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
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
    // After the end there is nothing left to cancel.
    await reader.cancel().catch(() => {});
  }
}
