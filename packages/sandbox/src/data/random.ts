/** A source of numbers in [0, 1). */
export type DrawNumber = () => number;

/** FNV-1a, 32 bits (offset basis 2166136261, prime 16777619). */
export function fnv1a(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  }
  return hash >>> 0;
}

/** mulberry32 (public domain, Tommy Ettinger). */
function mulberry32(start: number): DrawNumber {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Creates a generator from an address (seed, website, day, field, …). The same address always gives the same sequence,
 * so no value depends on earlier reads.
 */
export function createDraw(...address: readonly (string | number)[]): DrawNumber {
  return mulberry32(fnv1a(address.join('\u001f')));
}

/** A standard normal value (Box-Muller). */
export function drawNormal(next: DrawNumber): number {
  const radius = Math.sqrt(-2 * Math.log(1 - next()));
  return radius * Math.cos(2 * Math.PI * next());
}

/** A Poisson count (Knuth's product method). `mean` is at most a few hundred, or exp(-mean) underflows. */
export function drawPoisson(mean: number, next: DrawNumber): number {
  const floor = Math.exp(-mean);
  let count = 0;
  let product = next();
  while (product > floor) {
    count += 1;
    product *= next();
  }
  return count;
}

/** An index in 0..size-1; rank r has weight 1/(r+1) (Zipf). */
export function drawZipf(size: number, next: DrawNumber): number {
  let total = 0;
  for (let rank = 1; rank <= size; rank++) total += 1 / rank;
  let left = next() * total;
  for (let rank = 1; rank < size; rank++) {
    left -= 1 / rank;
    if (left < 0) return rank - 1;
  }
  return size - 1;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Base 36 gives digits and lower-case letters, base 62 also upper-case letters. */
export function drawLetters(length: number, base: 36 | 62, next: DrawNumber): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHABET.charAt(Math.floor(next() * base));
  return base === 36 ? text.toLowerCase() : text;
}
