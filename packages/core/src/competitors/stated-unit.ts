import { isObject } from '../reading/json.ts';
import { oneOf, shaped } from '../reading/names.ts';
import type { ShareUnit } from '../reading/shares.ts';

const abouts = oneOf(`unit format scale ${shaped('share shareofvoice sov', '_ _unit _format _scale')}`);
const percents = /^(percent(age|s)?|%|pct|0-100)$/i;
const fractions = /^(fraction|ratio|decimal|0-1|proportion)$/i;
const holders = oneOf('meta unit data');

/** The unit that a body states for its shares, as in `"shareUnit": "percent"`; null where it states none. */
export function statedUnit(body: unknown, depth = 0): ShareUnit | null {
  if (!isObject(body) || depth > 2) return null;
  for (const name of Object.keys(body)) {
    const value = body[name];
    if (abouts(name) && typeof value === 'string') {
      if (percents.test(value)) return 'percent';
      if (fractions.test(value)) return 'fraction';
    }
    const inner = holders(name) ? statedUnit(value, depth + 1) : null;
    if (inner) return inner;
  }
  return null;
}
