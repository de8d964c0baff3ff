/** The largest number; -Infinity for an empty list. Spreading a long list into `Math.max` overflows the stack. */
export function maxOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

/** The smallest number; Infinity for an empty list. */
export function minOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}
