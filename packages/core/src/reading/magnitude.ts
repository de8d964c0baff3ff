import { isObject } from './json.ts';
import { oneOf, segment } from './names.ts';

const magnitudes = oneOf('k 000 000s thousand mn mio million bn billion inthousand inmillion inbillion');
const units = oneOf(
  '*unit *scale *magnitude *multiplier *numberformat *valueformat in figuresin valuesin factor',
);
const multipliers = oneOf('*multiplier *magnitude');
const flags = oneOf('*inthousand *inmillion *inbillion');

/**
 * Where a body says that its figures are thousands, millions or more, as JSON Pointer; null where it does not. Such figures are
 * rounded and of another size than they look: none of them is a count.
 */
export function statedMagnitude(value: unknown, pointer = '', depth = 0): string | null {
  if (depth > 6) return null;
  if (Array.isArray(value)) {
    for (const entry of value as unknown[]) {
      const inside = statedMagnitude(entry, `${pointer}/*`, depth + 1);
      if (inside !== null) return inside;
    }
    return null;
  }
  if (!isObject(value)) return null;
  for (const name of Object.keys(value)) {
    const held = value[name];
    const at = pointer + segment(name);
    if (typeof held === 'string' && magnitudes(held) && units(name)) return at;
    if (typeof held === 'number' && held >= 1000 && multipliers(name)) return at;
    if (held === true && flags(name)) return at;
    const inside = statedMagnitude(held, at, depth + 1);
    if (inside !== null) return inside;
  }
  return null;
}
