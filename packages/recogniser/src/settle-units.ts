import {
  applyRecipe,
  type CodecName,
  checkWitness,
  daysBetween,
  decodeValue,
  maxOf,
  minOf,
  type ResourceValues,
  toInstantMs,
} from '@answershare/core';
import { composeRecipe } from './compose-recipe.ts';
import { Decisions } from './decisions.ts';
import type { ReadingPlan } from './find-lists.ts';
import { isZeroShare, toOtherUnit } from './infer-unit.ts';
import { readLastName } from './names.ts';
import type { PlacedField } from './place-fields.ts';

export function listPlacedFields({ whole, lists }: ReadingPlan): readonly (readonly [string, PlacedField])[] {
  const all = Object.entries(whole);
  for (const rows of Object.values(lists))
    for (const { fields } of rows) for (const entry of Object.entries(fields)) all.push(entry);
  return all;
}

/** True if shares sum to one within the last of three decimals. Fewer decimals may do so by chance. */
function makesExactWhole({ shareOfVoice, competitors }: ResourceValues['competitors']): boolean {
  const shares = [shareOfVoice ?? 0, ...competitors.map(({ share }) => share ?? 0)];
  const isFine = shares.filter((share) => !Number.isInteger(Math.round(share * 1e5) / 1000)).length > 1;
  return isFine && Math.abs(shares.reduce((sum, share) => sum + share, -1)) <= 0.0006 * shares.length;
}

/**
 * Infers unknown units from relations between figures: shares of mentions, and shares that sum to one. One body of round
 * shares proves nothing: 0.6, 0.3 and 0.1 may be per cent. A share that is always zero has the unit of its siblings.
 */
export function settleUnits(plan: ReadingPlan): void {
  const { bodies } = plan;
  const shares = listPlacedFields(plan).filter(
    ([name, { codec }]) => name !== 'weight' && /percent|fraction/.test(codec),
  );
  const listSure = (): PlacedField[] =>
    shares.flatMap(([, placed]) => (placed.sure && !isZeroShare(placed.leaf) ? [placed] : []));
  const open = shares.flatMap(([, placed]) => (placed.sure || isZeroShare(placed.leaf) ? [] : [placed]));
  const fine = open.flatMap(({ leaf }) => leaf.shape.values).filter((value) => /\.\d\d/.test(String(value)));
  const [anchor] = listSure();
  /** Two units in one body are rare: a sum alone does not prove them. */
  const isSameUnit = ({ codec }: PlacedField): boolean =>
    anchor !== undefined && /percent$/.test(codec) === /percent$/.test(anchor.codec);
  const proven: boolean[] = [];
  for (const isOther of open.length > 0 ? [false, true] : []) {
    for (const placed of isOther ? open : []) placed.codec = toOtherUnit(placed.codec);
    const recipe = composeRecipe(plan, new Decisions());
    const values = bodies.flatMap((body) => {
      const applied = applyRecipe('competitors', { ...recipe, decimals: {} }, body);
      return applied.ok ? [applied.value] : [];
    });
    if (values.length < bodies.length) continue;
    const isProven = (['mentions', 'whole'] as const).some((witness) => {
      const held = values.map((value) => checkWitness(witness, value));
      const isExact =
        witness === 'mentions' || (anchor ? open.every(isSameUnit) : values.some(makesExactWhole));
      const least = isExact ? 1 : fine.length < 2 ? Number.POSITIVE_INFINITY : 2;
      return !held.includes(false) && held.filter(Boolean).length >= least;
    });
    if (isProven) proven.push(isOther);
  }
  const [isOther = false] = proven;
  for (const placed of open) {
    placed.codec = isOther ? placed.codec : toOtherUnit(placed.codec);
    placed.sure = proven.length === 1;
  }
  const [sibling] = listSure();
  for (const [, placed] of sibling ? shares : [])
    if (!placed.sure && isZeroShare(placed.leaf)) {
      const isSame = /percent$/.test(placed.codec) === /percent$/.test(sibling?.codec ?? '');
      placed.codec = isSame ? placed.codec : toOtherUnit(placed.codec);
      placed.sure = true;
    }
}

/** True if an instant begins a day in a time zone. */
function isMidnight(value: unknown, timeZone: unknown): boolean {
  try {
    const options = { timeZone: String(timeZone), hour: '2-digit', minute: '2-digit' } as const;
    return new Intl.DateTimeFormat('en-GB', options).format(toInstantMs(value) ?? 0) === '00:00';
  } catch {
    // The text names no time zone.
    return false;
  }
}

/** Takes the month first if only the rows are then a day apart. */
function settleOrder(date: PlacedField): void {
  const days = date.leaf.shape.values.map((value) => decodeValue('month-first', value));
  const isNext = (day: unknown, at: number): boolean =>
    at === 0 || Math.abs(daysBetween(String(days[at - 1]), String(day))) === 1;
  if (days.length > 1 && days.every((day, at) => typeof day === 'string' && isNext(day, at)))
    date.codec = 'month-first';
}

/**
 * Decides the days of instants. One time of day in every row, or two with an hour between them where clocks change, is local
 * midnight: in UTC the day before. A stated time zone proves it.
 */
export function settleDays({ leaves, lists }: ReadingPlan, decisions: Decisions): void {
  for (const { set, fields } of lists.days ?? []) {
    const { date } = fields;
    if (date?.codec === 'day-first') settleOrder(date);
    if (date === undefined || !/^(instant|seconds|milliseconds)$/.test(date.codec)) continue;
    const { values } = date.leaf.shape;
    const days = values.map((value) => decodeValue('midnight', value));
    if (
      days.some((day) => typeof day !== 'string') ||
      days.every((day, at) => day === decodeValue(date.codec, values[at]))
    )
      continue;
    const hours = new Set(values.map((value) => (toInstantMs(value) ?? 0) % 86_400_000));
    if (hours.size > 2 || maxOf([...hours]) - minOf([...hours]) > 3_600_000) continue;
    const zones = leaves.filter(({ names }) =>
      /^(timezone|tz|zone)(id|name)?$/.test(readLastName(names).words.join('')),
    );
    const isStated = zones.some(({ shape }) => values.every((value) => isMidnight(value, shape.values[0])));
    const options = (['midnight', date.codec] as const).map((codec) => ({
      value: codec,
      assumes: `${String(values[0])} at ${date.leaf.at} is of the day ${decodeValue(codec, values[0])}`,
    }));
    date.codec = decisions.choose(`days in ${set.at}`, isStated ? options.slice(0, 1) : options);
  }
}

const describeUnits = (name: string, at: string, codec: CodecName): string =>
  `${name} at ${at} is ${codec.endsWith('percent') ? 'in per cent' : 'a fraction of 1'}`;

/** Decides between per cent and fraction if neither is stated. Unknown fields change together. */
export function chooseUnits(plan: ReadingPlan, decisions: Decisions): void {
  const shares = listPlacedFields(plan).filter(([, { isStated }]) => !isStated);
  for (const [name, { leaf, codec, sure }] of shares)
    if (sure) decisions.assume(describeUnits(name, leaf.at, codec));
  const open = shares.filter(([, { sure }]) => !sure);
  if (open.length === 0) return;
  const isOther = decisions.choose(
    'unit',
    [false, true].map((value) => ({
      value,
      assumes: open
        .map(([name, { leaf, codec }]) => describeUnits(name, leaf.at, value ? toOtherUnit(codec) : codec))
        .join(', and '),
    })),
  );
  for (const [, placed] of open) if (isOther) placed.codec = toOtherUnit(placed.codec);
}
