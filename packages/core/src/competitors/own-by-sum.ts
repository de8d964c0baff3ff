/** What the figures of a list tell of the own brand, whose own figure stands elsewhere. */
export interface OwnBySum {
  /** The row that is or may be the own brand; -1 where it may be any. */
  readonly at: number;
  /** True where the list's figures make the whole by themselves and this row alone has the own figure. */
  readonly certain: boolean;
}

/**
 * Looks for the own brand among rows that nothing else tells apart. A row with the own figure is it where the list makes the
 * whole, and is not where own and list together make no more than the whole. It may be it where a figure of the list or the
 * whole is unknown, where all together come to more, and where several rows are equal; any row may where the list makes the
 * whole and the own figure is unknown. Null where no row can be it.
 */
export function ownBySum(
  own: number | null,
  figures: readonly (number | null)[],
  whole: number | null,
): OwnBySum | null {
  if (own === 0 || figures.length === 0) return null;
  const together = figures.reduce<number>((sum, figure) => sum + (figure ?? 0), 0);
  const isWhole = whole !== null && Math.abs(together - whole) <= whole / 200;
  if (own === null) return isWhole ? { at: -1, certain: false } : null;
  const isOwn = (figure: number | null): boolean => figure !== null && Math.abs(figure - own) < 1e-9;
  const at = figures.findIndex(isOwn);
  if (at < 0) return null;
  const isFull = whole !== null && figures.indexOf(null) < 0;
  if (isFull && !isWhole && together + own <= whole * 1.005) return null;
  return { at, certain: isFull && isWhole && figures.filter(isOwn).length === 1 };
}
