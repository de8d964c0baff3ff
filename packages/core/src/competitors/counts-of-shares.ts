import { sumOf } from '../reading/numbers.ts';
import { unitByMentions } from '../reading/shares.ts';
import type { Tracer } from '../reading/trace.ts';
import type { Counted, ShareUnits } from './share-units.ts';
import { fractionOf } from './written-share.ts';

/** Notes each share that is not what its mentions make of all of them. */
export function noteOtherCounts(
  mine: Counted,
  series: readonly Counted[],
  units: ShareUnits,
  totalMentions: number | null,
  tracer: Tracer,
): void {
  for (const one of [mine, ...series]) {
    const { share, mentions } = one;
    const [part, whole] = [share?.part ?? mentions, share?.whole ?? totalMentions];
    if (!share || share.value === 0 || part === null || whole === null) continue;
    const unit = one === mine ? units.own : units.rivals;
    if (unitByMentions(share.value, part, whole) !== unit)
      tracer.note(`the share ${share.value} (${unit}) is not ${part} of ${whole} mentions`);
  }
}

/** All mentions, as the rivals' shares and mentions tell together; null where they tell none or disagree. */
function wholeOf(series: readonly Counted[], { rivals }: ShareUnits): number | null {
  const told = series.filter(({ share, mentions }) => share?.value && mentions);
  const mentions = sumOf(told.map((one) => one.mentions)) as number;
  const whole = mentions / (sumOf(told.map(({ share }) => fractionOf(share, rivals))) as number);
  const agrees = ({ share, mentions: part }: Counted): boolean =>
    unitByMentions(share?.value as number, part as number, whole) === rivals;
  return told.length > 0 && told.every(agrees) ? whole : null;
}

/** The own mentions; null where the rivals' shares and mentions tell that they are those of everybody. */
export function ownMentions(
  { share, mentions }: Counted,
  series: readonly Counted[],
  units: ShareUnits,
  tracer: Tracer,
): number | null {
  const whole = wholeOf(series, units);
  if (!share || whole === null || (mentions ?? 0) < 0.95 * whole) return mentions;
  if (unitByMentions(share.value, mentions as number, whole) === units.own) return mentions;
  tracer.note(
    `the ${mentions} mentions beside the own share are as many as all by the shares of the competitors, so the own ones are unknown`,
  );
  return null;
}
