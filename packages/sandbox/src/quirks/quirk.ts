import { z } from 'zod';

/** `item` is the undecided item of the specification; null for a switch beyond the 35. */
interface QuirkDescription {
  readonly item: number | null;
  /** What it decides, as a phrase. */
  readonly about: string;
  /** The file under src/ that implements it. */
  readonly acts: string;
}

/** A switch with named values, each with its meaning. */
export interface ChoiceQuirk<V extends string = string> extends QuirkDescription {
  readonly kind: 'choice';
  readonly standard: V;
  readonly values: Readonly<Record<V, string>>;
  readonly schema: z.ZodType<V>;
}

/** A switch with an integer value. */
export interface WholeQuirk extends QuirkDescription {
  readonly kind: 'whole';
  readonly standard: number;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly schema: z.ZodType<number>;
}

export type Quirk = ChoiceQuirk | WholeQuirk;

/** A switch whose default is its first value, or the one given. */
export function defineChoice<const T extends Record<string, string>>(
  item: number | null,
  about: string,
  acts: string,
  values: T,
  standard = Object.keys(values)[0] as keyof T & string,
): ChoiceQuirk<keyof T & string> {
  const names = Object.keys(values) as [keyof T & string, ...(keyof T & string)[]];
  const schema = z.enum(names, { error: `choose one of ${names.join(', ')}` });
  return { item, about, acts, kind: 'choice', standard, values, schema };
}

export function defineWhole(
  item: number | null,
  about: string,
  acts: string,
  range: Pick<WholeQuirk, 'standard' | 'unit' | 'min' | 'max'>,
): WholeQuirk {
  const error = `write a whole number of ${range.unit} from ${range.min} to ${range.max}`;
  const schema = z
    .union([z.int(), z.string().regex(/^-?\d{1,9}$/, error)], { error })
    .transform(Number)
    .pipe(z.int().min(range.min, error).max(range.max, error));
  return { item, about, acts, kind: 'whole', ...range, schema };
}

export type ValueOf<Q> = Q extends ChoiceQuirk<infer V> ? V : number;

/** The valid values; for a number one description. */
export function listAlternatives(quirk: Quirk): readonly string[] {
  return quirk.kind === 'choice'
    ? Object.keys(quirk.values)
    : [`a whole number of ${quirk.unit} from ${quirk.min} to ${quirk.max}`];
}

/** The two Forms of the specification (its opening section). */
export type Form = 1 | 2;

/** Both Forms, for a loop. */
export const forms = [1, 2] as const;
