/** What the figures of a list tell of the own brand, whose own figure stands elsewhere. */
export interface OwnBySum {
  /** The row that is or may be the own brand; -1 where it may be any. */
  readonly at: number;
  /** True where the list's figures make the whole by themselves and this row alone has the own figure. */
  readonly certain: boolean;
}

const isPercent = (figure: number | null): boolean =>
  Number.isInteger(Number((100 * (figure ?? 0)).toPrecision(12)));

/** By how much shares of whole percents may come to more than the whole: by half a percent each. */
const roundedAway = (shares: readonly (number | null)[]): number =>
  shares.every(isPercent) ? shares.length / 200 : 0;

/**
 * Looks for the own brand among rows that nothing else tells apart. A row with the own figure is it where the list makes the
 * whole, and is not where own and list together make no more than the whole. It may be it where a figure of the list or the
 * whole is unknown, where all together come to more, and where several rows are equal; any row may where the list makes the
 * whole and the own figure is unknown. Null where no row can be it,
 * and where there is nothing to have a part of.
 */
export function ownBySum(
  own: number | null,
  figures: readonly (number | null)[],
  whole: number | null,
): OwnBySum | null {
  if (own === 0 || whole === 0) return null;
  const together = figures.reduce<number>((sum, figure) => sum + (figure ?? 0), 0);
  const slack = (whole ?? 0) / 200;
  const isWhole = whole !== null && Math.abs(together - whole) <= slack;
  if (own === null) return isWhole ? { at: -1, certain: false } : null;
  const at = figures.indexOf(own);
  if (at < 0) return null;
  const isFull = figures.indexOf(null) < 0;
  const room = Math.max(slack, roundedAway([own, ...figures]));
  if (isFull && !isWhole && together + own - (whole ?? 0) <= room) return null;
  return { at, certain: isFull && isWhole && figures.lastIndexOf(own) === at };
}
