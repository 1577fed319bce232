// Notices when a parser takes no more of a body, although nothing keeps it from doing so.

/** What a parser is watched by. */
export interface WatchOptions {
  /** Settles when nothing that came so far is waited for: until then the parser may be held up by others. */
  readonly idle: () => Promise<void>;
  /** The parser does not go on. */
  readonly onStuck: () => void;
}

/** More turns than a parser needs for what it holds. */
const MOST_TURNS = 100;

/**
 * The pieces, on their way to a parser. Some parsers get stuck at what they do not understand and say nothing: then
 * `onStuck` is called, after a piece or after the last one. Nobody waits for a clock, since nothing has to come from
 * elsewhere. `stop` says that the parser is done.
 */
export function watchPieces(
  pieces: AsyncIterable<Uint8Array>,
  { idle, onStuck }: WatchOptions,
): { readonly pieces: AsyncIterable<Uint8Array>; stop(): void } {
  /** Which piece is looked after; another one, or none, ends the look. */
  let current = 0;
  const stop = (): void => {
    current += 1;
  };
  async function look(): Promise<void> {
    const mine = ++current;
    for (let turn = 0; turn < MOST_TURNS && mine === current; turn += 1) {
      await idle();
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (mine === current) onStuck();
  }
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces) {
        void look();
        yield piece;
        stop();
      }
      void look();
    } catch (error) {
      stop();
      throw error;
    }
  }
  return { pieces: watched(), stop };
}
