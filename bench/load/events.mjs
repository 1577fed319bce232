/** JSON-RPC messages from server-sent events. */

const eventEnd = /\r?\n\r?\n/;

/**
 * Takes the text of a stream piece by piece and hands on each message as soon as its event is complete.
 * @param {(message: any) => void} onMessage
 */
export function eventReader(onMessage) {
  let pending = "";
  return (text) => {
    const events = (pending + text).split(eventEnd);
    pending = events.pop();
    for (const message of messagesIn(events)) onMessage(message);
  };
}

/** @param {string} text  A whole stream. */
export function messagesInStream(text) {
  return messagesIn(text.split(eventEnd));
}

function messagesIn(events) {
  // Comments and priming events carry no data.
  return events
    .map(dataOf)
    .filter((data) => data !== "")
    .map((data) => JSON.parse(data));
}

function dataOf(event) {
  return event
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(line.startsWith("data: ") ? 6 : 5))
    .join("\n");
}
