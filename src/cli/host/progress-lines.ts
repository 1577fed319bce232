// Tells a person how far a call is, and never in the middle of a question.

/** What progress is told with. */
export interface ProgressLinesOptions {
  /** True while a card is on the screen, also of a page that the person went to. */
  readonly isAsking: () => boolean;
  readonly tell: (line: string) => void;
}

/** The lines of one call. */
export interface ProgressLines {
  /** Tells it, or keeps the newest for when no card is there any more. */
  hear(line: string): void;
  /** No card is there any more: what was kept is told. */
  flush(): void;
}

export function createProgressLines({ isAsking, tell }: ProgressLinesOptions): ProgressLines {
  let kept: string | undefined;
  return {
    hear(line) {
      kept = isAsking() ? line : undefined;
      if (kept === undefined) tell(line);
    },
    flush() {
      if (kept !== undefined) tell(kept);
      kept = undefined;
    },
  };
}
