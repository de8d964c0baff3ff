/** How one lookup ended. `cut`: nothing had come when its time was over. */
export type Settled =
  | { readonly how: 'value'; readonly value: unknown }
  | { readonly how: 'error'; readonly error: unknown }
  | { readonly how: 'cut' };

/** Waits for a lookup, but no longer than so many milliseconds; then it is told to stop. */
export async function settled(
  lookup: (signal: AbortSignal) => unknown,
  patienceMs: number,
): Promise<Settled> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Settled>((resolve) => {
    timer = setTimeout(() => resolve({ how: 'cut' }), patienceMs);
  });
  const ended = Promise.resolve()
    .then(() => lookup(stop.signal))
    .then(
      (value): Settled => ({ how: 'value', value }),
      (error: unknown): Settled => ({ how: 'error', error }),
    );
  const outcome = await Promise.race([ended, over]);
  clearTimeout(timer);
  if (outcome.how === 'cut') stop.abort();
  return outcome;
}

/** How many ended in each way. */
export function tally(all: readonly Settled[]): Readonly<Record<Settled['how'], number>> {
  const count = (how: Settled['how']): number => all.filter((one) => one.how === how).length;
  return { value: count('value'), error: count('error'), cut: count('cut') };
}
