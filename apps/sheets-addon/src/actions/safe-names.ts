/** Google names no limit for a tab's name; longer ones do not show. */
const longestTab = 60;

/** A tab's name from a title that may hold anything: no character that a formula would need to escape beyond quotes. */
export function tabName(title: string, taken: readonly string[]): string {
  const clean = title
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/gu, ' ')
    .replace(/[[\]*?:/\\!'"=+@<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestTab)
    .replace(/^[-\s]+|[\s\p{Cs}]+$/gu, '');
  const base = clean === '' ? 'Answershare' : clean;
  const lower = taken.map((name) => name.toLowerCase());
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (lower.indexOf(name.toLowerCase()) < 0) return name;
  }
}

/**
 * A named range's name: letters, digits and `_`, and nothing that could be a cell. Sheets tells names apart whatever their
 * case.
 */
export function rangeName(kind: string, taken: readonly string[]): string {
  const base = `Answershare_${kind.replace(/[^A-Za-z0-9_]/g, '_')}`;
  const lower = taken.map((name) => name.toLowerCase());
  for (let count = 1; ; count += 1) {
    if (lower.indexOf(`${base}_${count}`.toLowerCase()) < 0) return `${base}_${count}`;
  }
}
