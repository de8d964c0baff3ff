import { isObject } from '../reading/json.ts';
import { plainName } from '../reading/names.ts';
import type { ShareUnit } from '../reading/shares.ts';

/** The unit that a body states for its shares, as in `"shareUnit": "percent"`; null where it states none. */
export function statedUnit(body: unknown, depth = 0): ShareUnit | null {
  if (!isObject(body) || depth > 2) return null;
  for (const name of Object.keys(body)) {
    const value = body[name];
    const about = /^(shares?|shareofvoice|sov)?(unit|units|format|scale)$|^(shareofvoice|sov|shares?)$/.test(
      plainName(name),
    );
    if (about && typeof value === 'string') {
      if (/^(percent(age|s)?|%|pct|0-100)$/i.test(value)) return 'percent';
      if (/^(fraction|ratio|decimal|0-1|proportion)$/i.test(value)) return 'fraction';
    }
    const inner = /^(meta|units?|data)$/.test(plainName(name)) ? statedUnit(value, depth + 1) : null;
    if (inner) return inner;
  }
  return null;
}
