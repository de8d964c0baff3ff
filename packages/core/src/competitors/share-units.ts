import { largestOf } from '../extremes.ts';
import type { Row } from '../reading/cells.ts';
import { oneOf } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import { mostTogether, type ShareUnit, shareUnit, unitBeside, unitByMentions } from '../reading/shares.ts';
import { refuse } from '../reading/trace.ts';
import type { WrittenShare } from './written-share.ts';

export interface ShareUnits {
  readonly own: ShareUnit;
  readonly rivals: ShareUnit;
}

/** A share with the mentions behind it, and all mentions, where a body gives them. */
export interface Counted {
  readonly share: WrittenShare | null;
  readonly mentions: number | null;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * The unit in which all shares that have mentions agree with them; undefined where one agrees in neither, or none has.
 * @throws Refusal where some agree as fractions and some as percent.
 */
function unitCounted(series: readonly Counted[], total: number | null): ShareUnit | undefined {
  const units: (ShareUnit | undefined)[] = [];
  for (const { share, mentions } of series) {
    if (share === null || share.value === 0) continue;
    const [part, whole] = [share.part ?? mentions, share.whole ?? total];
    if (part !== null && whole !== null) units.push(unitByMentions(share.value, part, whole));
  }
  if (units.indexOf('fraction') >= 0 && units.indexOf('percent') >= 0)
    refuse('by their mentions some shares are fractions and some percent');
  return units.every((unit) => unit === units[0]) ? units[0] : undefined;
}

/**
 * The units of the own share and of the rivals', which one body may write differently; null where either could be both.
 * Told by the fields' names and percent signs, by the mentions, by a value above 1, and by what the sum comes to.
 */
export function shareUnits(
  own: Counted,
  rivals: readonly Counted[],
  total: number | null,
): ShareUnits | null {
  const mine = own.share;
  const written = rivals.map((entry) => entry.share).filter((share): share is WrittenShare => share !== null);
  const values = written.map((share) => share.value);
  const told = values.some((value) => value !== 0);
  const hints = written.map((share) => share.hint).filter((hint) => hint !== null);
  if (hints.some((hint) => hint !== hints[0])) return null;
  const unsigned = written.filter((share) => share.hint === null && share.value > 0 && share.value <= 1);
  if (hints.length > 0 && unsigned.length > 0) return null;
  const hint = hints[0] ?? unitCounted(rivals, total) ?? null;
  const theirs = shareUnit(values, hint);
  if (mine === null || mine.value === 0) {
    const only = told ? theirs : 'fraction';
    return only ? { own: only, rivals: only } : null;
  }
  const counted = unitCounted([own], total);
  const alone = mine.hint ? shareUnit([mine.value], mine.hint) : (counted ?? shareUnit([mine.value], null));
  if (mine.hint !== null && alone === undefined) return null;
  if (!told) return alone ? { own: alone, rivals: alone } : null;
  if (alone !== undefined && (hint !== null || values.some((value) => value > 1))) {
    return theirs ? { own: alone, rivals: theirs } : null;
  }
  if (alone === 'percent') {
    const beside = unitBeside(mine.value, values);
    return beside ? { own: alone, rivals: beside } : null;
  }
  if (alone === 'fraction') {
    const joint = shareUnit(values.concat(mine.value), 'fraction');
    return joint && sum(values) + mine.value <= mostTogether ? { own: alone, rivals: joint } : null;
  }
  if (theirs === 'percent' && mine.value <= 1) {
    const beside = unitBeside(sum(values), [mine.value]);
    return beside ? { own: beside, rivals: theirs } : null;
  }
  const joint = shareUnit(values.concat(mine.value), hint);
  return joint ? { own: joint, rivals: joint } : null;
}

const maxima = oneOf(
  'max maximum outof scale (share|sov|shareofvoice|value)(max|scale) (max|maximum)(share|sov|shareofvoice|value)',
);

/**
 * Refuses shares of another whole than 1 or 100, as a maximum beside them tells, `{"share_of_voice": 4, "max": 10}`.
 * @throws Refusal that names the maximum.
 */
export function refuseOtherWhole(around: readonly Row[], series: readonly Counted[]): void {
  const most = Math.max(0, largestOf(series.map(({ share }) => (share?.hint === null ? share.value : 0))));
  for (const { name, value, pointer } of around.flat()) {
    const whole = maxima(name) ? (readNumber(value)?.value ?? 100) : 100;
    if (most > 1 && most <= whole && whole !== 100)
      refuse(
        `${pointer} says that the shares are of ${whole}, so they are neither fractions nor percent: give a mapping`,
      );
  }
}
