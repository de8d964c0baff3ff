import { toDomain } from './normalize.ts';

/** Characters that a paste brings along and no reader sees: soft hyphen, zero-width characters, marks of direction. */
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/**
 * A name as it is compared: Unicode NFKC (UAX #15), which also makes a no-break space a space; lower case; one space
 * between words.
 */
export function foldName(text: string): string {
  return text.replace(invisible, '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Parameters of Punycode (RFC 3492 §5). */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;

/** RFC 3492 §6.1. */
function adaptBias(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / points);
  let steps = 0;
  for (; rest > ((base - tMin) * tMax) / 2; steps += base) rest = Math.floor(rest / (base - tMin));
  return steps + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** Decodes what follows `xn--` (RFC 3492 §6.2); null if it is invalid. */
function decodePunycode(text: string): string | null {
  const end = text.lastIndexOf('-');
  const letters = Array.from(end > 0 ? text.slice(0, end) : '');
  let code = 128;
  let index = 0;
  let bias = 72;
  for (let at = end > 0 ? end + 1 : 0; at < text.length; ) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(text.charAt(at++) || '-');
      if (digit < 0) return null;
      index += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    bias = adaptBias(index - before, letters.length + 1, before === 0);
    code += Math.floor(index / (letters.length + 1));
    index %= letters.length + 1;
    if (code > 0x10ffff) return null;
    letters.splice(index++, 0, String.fromCodePoint(code));
  }
  return letters.join('');
}

/** The host of a domain or URL as it is compared: without `www.`, in Unicode (RFC 5890); null for words. */
export function normalizeDomain(text: string): string | null {
  const name = foldName(text).replace(/^sc-domain:/, '');
  const host = name.includes(' ') ? null : toDomain(name);
  if (host === null) return null;
  const labels = host.split('.').map((label) => {
    const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : null;
    return decoded === null ? label : foldName(decoded);
  });
  return labels.join('.').replace(/^www\.(?=.)/, '');
}

/** The word with the fewest edits, if it may be a typing error, else the first that begins so; null for none. */
export function suggestWord(text: string, words: readonly string[]): string | null {
  const wanted = foldName(text);
  let best: string | null = null;
  let bestDistance = Math.min(wanted.length, Math.max(1, Math.floor(wanted.length / 3)) + 1);
  for (const word of words) {
    const other = foldName(word);
    if (Math.abs(other.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, other);
    if (distance < bestDistance) {
      best = word;
      bestDistance = distance;
    }
  }
  if (best !== null || wanted.length < 3) return best;
  return words.find((word) => foldName(word).startsWith(wanted)) ?? null;
}

/** Optimal string alignment: insertions, deletions, replacements, swaps of neighbours. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let j = 0; j <= b.length; j += 1) (rows[0] || [])[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(i - 2, j - 2) + 1);
      (rows[i] || [])[j] = cost;
    }
  }
  return at(a.length, b.length);
}
