import { applyRecipe, type CodecName, holds, type Witness, witnessesOf } from '@answershare/core';
import { otherUnit } from './codec.ts';
import { compose } from './compose.ts';
import type { Plan } from './facts.ts';
import { Guesses } from './guesses.ts';
import type { Placed } from './place.ts';

/** Every field of a plan by its name. */
export function fieldsOf({ whole, lists }: Plan): readonly (readonly [string, Placed])[] {
  const all = Object.entries(whole);
  for (const { fields } of Object.values(lists)) for (const entry of Object.entries(fields)) all.push(entry);
  return all;
}

/** Relations that hold in one unit alone. */
const unitWitnesses: readonly Witness[] = ['mentions', 'whole', 'weights'];

/**
 * Settles units that no single place tells by the relations between figures: shares of mentions, and shares that make the
 * whole. One body of round shares is too little: 0.6, 0.3 and 0.1 may be per cent.
 */
export function settleUnits(plan: Plan, bodies: readonly unknown[]): void {
  const { kind } = plan;
  const open = fieldsOf(plan).flatMap(([, placed]) => (placed.sure ? [] : [placed]));
  if (open.length === 0 || open.length > 3) return;
  const fine = open.flatMap(({ leaf }) => leaf.shape.values).filter((value) => /\.\d\d/.test(String(value)));
  const isFine = fine.length >= 2;
  const held: CodecName[][] = [];
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
    const proofs = witnessesOf[kind]
      .filter((witness) => unitWitnesses.includes(witness) && (witness !== 'whole' || isFine))
      .map((witness) => values.map((value) => holds(witness, value as never)));
    const isProven = proofs.some(
      (one) => one.every((each) => each !== false) && one.filter((each) => each).length >= 2,
    );
    if (values.length === bodies.length && isProven) held.push(open.map(({ codec }) => codec));
  }
  const [only, ...others] = held;
  open.forEach((placed, at) => {
    placed.codec = only?.[at] ?? (written[at] as CodecName);
    placed.sure = only !== undefined && others.length === 0;
  });
}
