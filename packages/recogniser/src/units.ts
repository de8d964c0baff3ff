import { applyRecipe, type CodecName, checkWitness, knownWitnesses, type Witness } from '@answershare/core';
import { otherUnit } from './codec.ts';
import { compose } from './compose.ts';
import type { Plan } from './facts.ts';
import { Guesses } from './guesses.ts';
import type { Placed } from './place.ts';

/** Every field of a plan by its name. */
export function fieldsOf({ whole, lists }: Plan): readonly (readonly [string, Placed])[] {
  const all = Object.entries(whole);
  for (const rows of Object.values(lists))
    for (const { fields } of rows) for (const entry of Object.entries(fields)) all.push(entry);
  return all;
}

/** Relations that hold in one unit alone. */
const unitWitnesses: readonly Witness[] = ['mentions', 'whole', 'weights'];

/** A share of three decimals is a fraction where another share is one. */
function settleFine(plan: Plan): void {
  const shares = fieldsOf(plan).filter(
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
 * Settles units that no single place shows by the relations between figures: shares of mentions, and shares that make the
 * whole. One body of round shares is too little: 0.6, 0.3 and 0.1 may be per cent.
 */
export function settleUnits(plan: Plan): void {
  const { kind, bodies } = plan;
  settleFine(plan);
  const open = fieldsOf(plan).flatMap(([, placed]) => (placed.sure ? [] : [placed]));
  if (open.length === 0 || open.length > 3) return;
  const fine = open.flatMap(({ leaf }) => leaf.shape.values).filter((value) => /\.\d\d/.test(String(value)));
  const isFine = fine.length >= 2;
  const isAnchored = fieldsOf(plan).some(
    ([name, { codec, sure, leaf }]) =>
      sure && name !== 'weight' && /percent|fraction/.test(codec) && leaf.shape.values.length > 0,
  );
  const held: CodecName[][] = [];
  const likely: CodecName[][] = [];
  const written = open.map(({ codec }) => codec);
  for (let choice = 0; choice < 2 ** open.length; choice += 1) {
    open.forEach((placed, at) => {
      const codec = written[at] as CodecName;
      placed.codec = (choice >> at) % 2 === 0 ? codec : otherUnit(codec);
    });
    const recipe = compose(plan, new Guesses());
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
    if (isProven) held.push(open.map(({ codec }) => codec));
    if (isLikely) likely.push(open.map(({ codec }) => codec));
  }
  const [only, ...others] = held;
  open.forEach((placed, at) => {
    placed.codec = (only ?? likely[0])?.[at] ?? (written[at] as CodecName);
    placed.sure = only !== undefined && others.length === 0;
  });
}

const inWords = (name: string, at: string, codec: CodecName): string =>
  `${name} at ${at} is ${codec.endsWith('percent') ? 'in per cent' : 'a fraction of 1'}`;

/** Per cent or a fraction, where nothing states it. Fields that nothing shows are chosen together. */
export function chooseUnits(plan: Plan, guesses: Guesses): void {
  const shares = fieldsOf(plan).filter(([, { isStated }]) => !isStated);
  for (const [name, { leaf, codec, sure }] of shares) if (sure) guesses.assume(inWords(name, leaf.at, codec));
  const open = shares.filter(([, { sure }]) => !sure);
  if (open.length === 0) return;
  const isOther = guesses.choose(
    'unit',
    [false, true].map((value) => ({
      value,
      assumes: open
        .map(([name, { leaf, codec }]) => inWords(name, leaf.at, value ? otherUnit(codec) : codec))
        .join(', and '),
    })),
  );
  for (const [, placed] of open) if (isOther) placed.codec = otherUnit(placed.codec);
}
