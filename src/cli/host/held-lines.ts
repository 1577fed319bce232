// Lines for a person that are not written while a card is on the screen, and none of which is lost.

/** When they are held back, and how they are told. */
export interface HeldLinesOptions {
  /** True while a card is on the screen. */
  readonly isHeld: () => boolean;
  readonly tell: (line: string) => void;
}

/** Lines in their order. */
export interface HeldLines {
  /** Tells it, now or when no card is there any more. */
  hear(line: string): void;
  /** No card is there any more: what was kept is told. */
  flush(): void;
}

export function createHeldLines({ isHeld, tell }: HeldLinesOptions): HeldLines {
  const held: string[] = [];
  return {
    hear(line) {
      if (isHeld()) held.push(line);
      else tell(line);
    },
    flush: () => held.splice(0).forEach(tell),
  };
}
