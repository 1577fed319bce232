// What a server says of its progress, as a line for a person.

/** `3/10 Copying`; without a total the number says nothing to a person, and stands only where there is no message. */
export function progressText(progress: number, total: number | undefined, message: string): string {
  if (total === undefined) return message || String(progress);
  return `${progress}/${total} ${message}`.trimEnd();
}
