import {
  applyRecipe,
  type CodecName,
  checkWitness,
  decodeValue,
  knownWitnesses,
  maxOf,
  minOf,
  toInstantMs,
  type Witness,
} from '@answershare/core';
import { composeRecipe } from './compose-recipe.ts';
import { Decisions } from './decisions.ts';
import type { ReadingPlan } from './find-lists.ts';
import { toOtherUnit } from './infer-unit.ts';
import { readLastName } from './names.ts';
import type { PlacedField } from './place-fields.ts';

export function listPlacedFields({ whole, lists }: ReadingPlan): readonly (readonly [string, PlacedField])[] {
  const all = Object.entries(whole);
  for (const rows of Object.values(lists))
    for (const { fields } of rows) for (const entry of Object.entries(fields)) all.push(entry);
  return all;
}

/** Relations that hold in only one unit. */
const unitWitnesses: readonly Witness[] = ['mentions', 'whole', 'weights'];

/** A share of three decimals is a fraction if another share is one. */
function settleFineShares(plan: ReadingPlan): void {
  const shares = listPlacedFields(plan).filter(
    ([name, { codec }]) => name !== 'weight' && codec.endsWith('fraction'),
  );
  const isFine = (value: unknown): boolean => /\.\d{3}/.test(String(value));
  if (!shares.some(([, { sure }]) => sure)) return;
  for (const [, placed] of shares) {
    const { values } = placed.leaf.shape;
    if (values.length > 0 && values.every(isFine)) placed.sure = true;
  }
}

/**
 * Infers unknown units from relations between figures: shares of mentions, and shares that sum to one. One body of round
 * shares proves nothing: 0.6, 0.3 and 0.1 may be per cent.
 */
export function settleUnits(plan: ReadingPlan): void {
  const { kind, bodies } = plan;
  settleFineShares(plan);
  const open = listPlacedFields(plan).flatMap(([, placed]) => (placed.sure ? [] : [placed]));
  if (open.length === 0 || open.length > 3) return;
  const fine = open.flatMap(({ leaf }) => leaf.shape.values).filter((value) => /\.\d\d/.test(String(value)));
  const isFine = fine.length >= 2;
  const isAnchored = listPlacedFields(plan).some(
    ([name, { codec, sure, leaf }]) =>
      sure && name !== 'weight' && /percent|fraction/.test(codec) && leaf.shape.values.length > 0,
  );
  const proven: CodecName[][] = [];
  const likely: CodecName[][] = [];
  const inferred = open.map(({ codec }) => codec);
  for (let choice = 0; choice < 2 ** open.length; choice += 1) {
    open.forEach((placed, at) => {
      const codec = inferred[at] as CodecName;
      placed.codec = (choice >> at) % 2 === 0 ? codec : toOtherUnit(codec);
    });
    const recipe = composeRecipe(plan, new Decisions());
    const values = bodies.flatMap((body) => {
      const applied = applyRecipe(kind, { ...recipe, decimals: {} }, body);
      return applied.ok ? [applied.value] : [];
    });
    const proofs = knownWitnesses[kind]
      .filter((witness) => unitWitnesses.includes(witness) && (witness !== 'whole' || isFine || isAnchored))
      .map((witness) => values.map((value) => checkWitness(witness, value as never)));
    const isProven = proofs.some(
      (one) =>
        one.every((each) => each !== false) && one.filter((each) => each).length >= (isAnchored ? 1 : 2),
    );
    const isLikely = values.some((value) =>
      knownWitnesses[kind].some((witness) => checkWitness(witness, value as never)),
    );
    if (values.length < bodies.length) continue;
    if (isProven) proven.push(open.map(({ codec }) => codec));
    if (isLikely) likely.push(open.map(({ codec }) => codec));
  }
  const [only, ...others] = proven;
  open.forEach((placed, at) => {
    placed.codec = (only ?? likely[0])?.[at] ?? (inferred[at] as CodecName);
    placed.sure = only !== undefined && others.length === 0;
  });
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

/**
 * Decides the days of instants. One time of day in every row, or two with an hour between them where clocks change, is local
 * midnight: in UTC the day before. A stated time zone proves it.
 */
export function settleDays({ leaves, lists }: ReadingPlan, decisions: Decisions): void {
  for (const { set, fields } of lists.days ?? []) {
    const { date } = fields;
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
