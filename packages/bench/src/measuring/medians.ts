/** The middle one of the numbers, or the mean of the two middle ones. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  if (low === undefined || high === undefined) throw new RangeError('A median needs at least one number.');
  return (low + high) / 2;
}

/** The distance between the quartiles as a share of the median: how noisy the machine was. */
export function spread(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  if (half === 0) return 0;
  return (median(sorted.slice(-half)) - median(sorted.slice(0, half))) / median(sorted);
}
