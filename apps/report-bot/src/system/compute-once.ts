/** The known value of a key, else the computed one, which is kept. */
export function computeOnce<K, V>(known: Map<K, V>, key: K, compute: () => V): V {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as V;
  const value = compute();
  known.set(key, value);
  return value;
}
