/** The name that takes the fewest changed, added or left out letters to become `text`; capitals do not count. */
export function nearest(text: string, names: readonly string[]): string {
  const wanted = text.toLowerCase();
  const [first = ''] = [...names].sort(
    (a, b) => distance(wanted, a.toLowerCase()) - distance(wanted, b.toLowerCase()),
  );
  return first;
}

/** Levenshtein's distance, row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
