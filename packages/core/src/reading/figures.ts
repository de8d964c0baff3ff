import type { Cell } from './cells.ts';
import { countOf, type NumberReading, readNumber } from './numbers.ts';
import { refuse, type Tracer } from './trace.ts';

/** A value as it is named in a refusal. */
const written = (value: unknown): string =>
  typeof value === 'object' ? 'a list or an object' : JSON.stringify(value).slice(0, 40);

/** The number that a field holds. @throws Refusal for what is none, and for a comma that could be a decimal one or one of thousands. */
export function numberAt(cell: Cell, what: string, tracer: Tracer): NumberReading {
  const number = readNumber(cell.value);
  if (number === undefined)
    return refuse(`${what} at ${cell.pointer} is ${written(cell.value)} and no number`);
  tracer.written(cell.name, number);
  if (number.commaOnce)
    refuse(`the comma of ${what} at ${cell.pointer} could be a decimal one or one of thousands`);
  return number;
}

/** The count that a field holds; null where it is unknown. @throws Refusal for what is no count. */
export function countAt(cell: Cell, what: string, tracer: Tracer): number | null {
  const number = readNumber(cell.value);
  const count = countOf(number);
  if (number === undefined || count === undefined)
    return refuse(`${what} at ${cell.pointer} is ${written(cell.value)} and no count`);
  tracer.written(cell.name, number);
  return count;
}
