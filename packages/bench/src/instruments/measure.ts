/** Runs `work` for `size` items at a time; results keep the order. */
export async function mapInGroups<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  }
  return results;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  if (low === undefined || high === undefined) throw new RangeError('A median needs at least one number.');
  return (low + high) / 2;
}

/** Interquartile range divided by the median: the noise of the machine. */
export function spread(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  if (half === 0) return 0;
  return (median(sorted.slice(-half)) - median(sorted.slice(0, half))) / median(sorted);
}

/** How one lookup ended; `cut` = it reached its time limit. */
export type LookupOutcome =
  | { readonly how: 'value'; readonly value: unknown }
  | { readonly how: 'error'; readonly error: unknown }
  | { readonly how: 'cut' };

/** Runs a lookup and aborts it after `patienceMs`. */
export async function runWithTimeout(
  lookup: (signal: AbortSignal) => unknown,
  patienceMs: number,
): Promise<LookupOutcome> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<LookupOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ how: 'cut' }), patienceMs);
  });
  const ended = Promise.resolve()
    .then(() => lookup(stop.signal))
    .then(
      (value): LookupOutcome => ({ how: 'value', value }),
      (error: unknown): LookupOutcome => ({ how: 'error', error }),
    );
  const outcome = await Promise.race([ended, over]);
  clearTimeout(timer);
  if (outcome.how === 'cut') stop.abort();
  return outcome;
}

export function countOutcomes(all: readonly LookupOutcome[]): Readonly<Record<LookupOutcome['how'], number>> {
  const count = (how: LookupOutcome['how']): number => all.filter((one) => one.how === how).length;
  return { value: count('value'), error: count('error'), cut: count('cut') };
}
