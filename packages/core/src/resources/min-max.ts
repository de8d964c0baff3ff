/** The largest of numbers, -Infinity of none. A long list spread into `Math.max` overflows the stack. */
export function maxOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

/** The smallest of numbers, Infinity of none. */
export function minOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}
