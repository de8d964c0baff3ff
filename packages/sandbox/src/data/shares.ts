/**
 * Integer counts as tenths of a percent that sum to exactly 1000 (100.0 %), by the largest remainder; equal
 * remainders are served in the order of the list. No counts at all give null for each: nothing was measured.
 */
export function tenthsOfPercent(counts: readonly number[]): (number | null)[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => null);
  const parts = counts.map((count, index) => {
    const scaled = count * 1000;
    return { index, tenths: Math.floor(scaled / total), remainder: scaled % total };
  });
  const missing = 1000 - parts.reduce((sum, part) => sum + part.tenths, 0);
  const served = [...parts].sort((a, b) => b.remainder - a.remainder || a.index - b.index).slice(0, missing);
  const raised = new Set(served.map((part) => part.index));
  return parts.map((part) => part.tenths + (raised.has(part.index) ? 1 : 0));
}
