// Puts something into a map that forgets the oldest when it gets long.

/** As many as one client has open at once, and far more. */
const MOST = 1000;

/** Sets the entry as the newest one. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST) return;
  const [oldest] = map.keys();
  // A map of more than a thousand has a first one.
  map.delete(oldest as K);
}
