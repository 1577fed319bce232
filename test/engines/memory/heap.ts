// Measures what things cost on the heap.

/** The bytes of heap that each of `count` calls leaves behind. */
export function heapBytesEach(count: number, make: (index: number) => void): number {
  const before = settledHeap();
  for (let index = 0; index < count; index += 1) make(index);
  return (settledHeap() - before) / count;
}

function settledHeap(): number {
  if (globalThis.gc === undefined) throw new Error("Run with --expose-gc, as vitest.config.ts does.");
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
