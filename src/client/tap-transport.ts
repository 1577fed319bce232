// Looks at what goes over a transport before the client does, and changes what the responder has a say in.

import type { Message, OfficialTransport } from "./official-client.js";

/** What is done with messages. */
export interface Tap {
  /** What is sent in place of a message. */
  sending(message: Message): Message;
  /** Sees a message before the client, and may change its parameters. */
  received(message: Message): void;
  closed(): void;
}

/** Puts a tap on a transport that is not started yet. Clients call what they find in its callbacks before themselves. */
export function tapTransport(transport: OfficialTransport, tap: Tap): void {
  const send = transport.send.bind(transport) as (...sent: unknown[]) => Promise<void>;
  const replaced = (message: unknown, ...options: unknown[]): Promise<void> =>
    // A batch is a list; the official clients send none.
    send(Array.isArray(message) ? message.map(tap.sending) : tap.sending(message as Message), ...options);
  const { onclose } = transport;
  // Whoever put it there takes what the transport gives.
  const onmessage = transport.onmessage as ((...received: unknown[]) => void) | undefined;
  Object.assign(transport, {
    send: replaced,
    onmessage: (message: Message, ...extra: unknown[]) => {
      onmessage?.(message, ...extra);
      tap.received(message);
    },
    onclose: () => {
      onclose?.();
      tap.closed();
    },
  });
}
