import type { Quirks } from '../quirks/table.ts';
import { bucketMeter } from './bucket-meter.ts';
import { firstCallMeter } from './first-call-meter.ts';
import { fixedMeter } from './fixed-meter.ts';
import type { Meter } from './meter.ts';
import { slidingMeter } from './sliding-meter.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The team's zone is ten hours behind UTC all year (undecided items 7 and 16). */
export const TEAM_ZONE_MS = -10 * 3_600_000;

/** The burst limit's ways to count, each with nothing counted (undecided item 17). */
export const MINUTE_METERS: Readonly<Record<Quirks['minuteWindow'], Meter>> = {
  clock: fixedMeter(MINUTE_MS, 0),
  'first-call': firstCallMeter(MINUTE_MS),
  sliding: slidingMeter(MINUTE_MS),
  'token-bucket': bucketMeter(MINUTE_MS),
};

/** The daily limit's ways to count, each with nothing counted (undecided item 16). */
export const DAY_METERS: Readonly<Record<Quirks['dayReset'], Meter>> = {
  utc: fixedMeter(DAY_MS, 0),
  rolling: slidingMeter(DAY_MS),
  'team-zone': fixedMeter(DAY_MS, TEAM_ZONE_MS),
};
