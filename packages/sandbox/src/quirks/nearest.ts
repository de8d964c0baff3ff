/**
 * The name that takes the fewest changed, added or left out letters to become `text`; capitals do not count. Null where
 * even that takes more than a third of the letters of `text`: then it is no slip.
 */
export function nearest(text: string, names: readonly string[]): string | null {
  const wanted = text.toLowerCase();
  const [first] = names
    .map((name) => ({ name, letters: distance(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.letters - b.letters);
  return first !== undefined && first.letters <= text.length / 3 ? first.name : null;
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
