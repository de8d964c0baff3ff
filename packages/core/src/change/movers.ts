import type { Change } from './verdict.ts';

export interface Mover {
  readonly name: string;
  readonly change: Change;
}

export interface Movers {
  /** The clear changes, the strongest first. */
  readonly shown: readonly Mover[];
  /** Clear changes beyond the cap. */
  readonly more: number;
}

/** The clear changes, by |difference| over the half-width of their interval, then by |difference|, then by name. */
export function movers(all: readonly Mover[], cap: number = 5): Movers {
  const clear = all
    .filter(({ change }) => change.verdict === 'clear')
    .map((mover) => ({ mover, ...strength(mover.change) }));
  clear.sort(
    (a, b) =>
      compare(b.relative, a.relative) || compare(b.size, a.size) || (a.mover.name < b.mover.name ? -1 : 1),
  );
  return { shown: clear.slice(0, cap).map(({ mover }) => mover), more: Math.max(0, clear.length - cap) };
}

function strength({ difference, interval }: Change): { relative: number; size: number } {
  const size = Math.abs(difference ?? 0);
  const half = interval === null ? 0 : (interval.high - interval.low) / 2;
  return { relative: half > 0 ? size / half : Number.POSITIVE_INFINITY, size };
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
