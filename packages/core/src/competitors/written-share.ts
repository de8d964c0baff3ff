import { type Cell, cellsOf, findCell, type Row } from '../reading/cells.ts';
import { numberAt } from '../reading/figures.ts';
import { isObject } from '../reading/json.ts';
import { isOtherPeriod, oneOf, plainName, shaped } from '../reading/names.ts';
import { isNumeric, readNumber } from '../reading/numbers.ts';
import { asFraction, type ShareUnit } from '../reading/shares.ts';
import type { Tracer } from '../reading/trace.ts';

/** A share as a body writes it. */
export interface WrittenShare {
  readonly value: number;
  /** What the field's name, a percent sign or a stated maximum says of the unit. */
  readonly hint: ShareUnit | null;
  /** The mentions that stand with the share, and all mentions, where they do. */
  readonly part: number | null;
  readonly whole: number | null;
}

const units = '(percent(age)?|pct|fraction|ratio|value|score)?';
const voice = new RegExp(
  `^(ai|llm|avg|average|overall|total|current)*(shareofvoice|sharevoice|sov|voiceshare)${units}$`,
);
const ownVoice = new RegExp(
  `^(own|your|my|our|brand|self)(brand)?(shareofvoice|sharevoice|sov|voiceshare|share)${units}$`,
);
const rowShare = new RegExp(`^((brand|competitor|rival|mentions?)?shares?|percentages?)${units}$`);

export const isVoice = (name: string): boolean => !isOtherPeriod(name) && voice.test(plainName(name));
export const isOwnVoice = (name: string): boolean =>
  isVoice(name) || (!isOtherPeriod(name) && ownVoice.test(plainName(name)));
export const isRowShare = (name: string): boolean =>
  isVoice(name) || (!isOtherPeriod(name) && rowShare.test(plainName(name)));

/** What a name says of a unit. */
export function hintOf(name: string): ShareUnit | null {
  const plain = plainName(name);
  if (/percent|pct/.test(plain)) return 'percent';
  return /fraction|ratio/.test(plain) ? 'fraction' : null;
}

/** Names of the share inside an object of it, with its unit. */
const inUnit = oneOf(shaped('percent pct percentage fraction ratio', '_ share_ sov_ shareofvoice_ value_'));

const parts = 'numerator ownmention brandmention ownbrandmention yourmention';
const wholes = 'denominator totalmention totaltrackedmention trackedmention allmention';

const countIn = (row: Row, stems: string): number | null =>
  readNumber(findCell(row, stems)?.value)?.value ?? null;

/** The share that a field holds; null where it holds none. @throws Refusal for what is no share. */
export function shareIn(cell: Cell, hint: ShareUnit | null, tracer: Tracer): WrittenShare | null {
  const held = cell.value;
  if (isObject(held)) {
    const name = Object.keys(held).find((key) => inUnit(key) && isNumeric(held[key]));
    if (name !== undefined) return shareIn({ ...cell, value: held[name] }, hintOf(name), tracer);
  }
  const { value, scale, percent } = numberAt(cell, 'the share', tracer);
  if (value === null) return null;
  const inner = isObject(held) ? cellsOf(held, cell.pointer) : [];
  const [part, whole] = [countIn(inner, parts), countIn(inner, wholes)];
  if (scale === null) return { value, hint: percent ? 'percent' : (hintOf(cell.name) ?? hint), part, whole };
  return scale === 100
    ? { value, hint: 'percent', part, whole }
    : { value: value / scale, hint: 'fraction', part, whole };
}

/** A share as a fraction 0..1, in the unit that was settled for it. */
export const fractionOf = (share: WrittenShare | null, unit: ShareUnit): number | null =>
  share && asFraction(share.value, unit);
