import type { Cell } from './cells.ts';
import { isObject } from './json.ts';
import { oneOf } from './names.ts';
import { countOf, type NumberReading, readNumber, readText } from './numbers.ts';
import { refuse, type Tracer } from './trace.ts';

/** A value as it is named in a refusal. */
const written = (value: unknown): string =>
  typeof value === 'object' ? 'a list or an object' : JSON.stringify(value).slice(0, 40);

const relations = oneOf('relation operator comparison comparator qualifier precision');
const exact = oneOf('eq equal equalto exact exactly');

/** True for a word by which a number is less than exact: `gte`, `approximate`. */
export const isBound = (value: unknown): boolean => {
  const word = readText(value);
  return word !== null && word !== '=' && !exact(word);
};

/** What a number inside an object stands in but equality to, as Elasticsearch counts: `{"value": 10000, "relation": "gte"}`; null for any other. */
export const boundIn = (value: unknown): string | null => {
  const held = isObject(value) ? value : {};
  const told = Object.keys(held).filter(relations);
  return readText(told.map((name) => held[name]).find(isBound));
};

/** A number as a value has it; one inside an object that calls it a bound is unknown. */
function readHeld(value: unknown): NumberReading | undefined {
  const [number, bound] = [readNumber(value), boundIn(value)];
  return number && bound !== null
    ? { ...number, value: null, vague: `${number.value} "${bound}" is a bound` }
    : number;
}

/** The number that a field holds. @throws Refusal for what is none, and for a comma that could be a decimal one or one of thousands. */
export function numberAt(cell: Cell, what: string, tracer: Tracer): NumberReading {
  const number = readHeld(cell.value);
  if (number === undefined)
    return refuse(`${what} at ${cell.pointer} is ${written(cell.value)} and no number`);
  tracer.written(cell.name, number);
  if (number.commaOnce)
    refuse(`the comma of ${what} at ${cell.pointer} could be a decimal one or one of thousands`);
  return number;
}

/** The count that a field holds; null where it is unknown. @throws Refusal for what is no count. */
export function countAt(cell: Cell, what: string, tracer: Tracer): number | null {
  const number = readHeld(cell.value);
  const count = countOf(number);
  if (number === undefined || count === undefined)
    return refuse(`${what} at ${cell.pointer} is ${written(cell.value)} and no count`);
  tracer.written(cell.name, number);
  return count;
}
