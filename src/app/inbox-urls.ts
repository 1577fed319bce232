// Where the inbox of `beckon serve` is, below the origin that people reach it at.

/** All of the inbox is below it. */
export const INBOX_PATH = "/inbox";

/** The list of what waits. */
export const inboxUrl = (baseUrl: string): string => baseUrl + INBOX_PATH;

/** The card of one question. */
export const cardUrl = (baseUrl: string, id: string): string => `${inboxUrl(baseUrl)}/e/${id}`;
