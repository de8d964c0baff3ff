import { type Endpoint, maxOf, type Reading, type ReadingTrace } from '@answershare/core';

/** How a body was read, one line a fact. */
export function traceWords(trace: ReadingTrace, indent: string): string[] {
  const fields = Object.entries(trace.fields);
  const width = Math.max(0, maxOf(fields.map(([field]) => field.length)));
  return [
    ...fields.map(([field, { pointer, codec }]) =>
      `${indent}${field.padEnd(width)} <- ${pointer} ${codec}`.trimEnd(),
    ),
    ...trace.assumes.map((words) => `${indent}assumed: ${words}`),
    ...trace.notes.map((words) => `${indent}note: ${words}`),
  ];
}

/** The values of a reading, lists by their first entries. */
export function valueWords(value: unknown, indent: string): string[] {
  const shown = 3;
  const lines = (name: string, one: unknown): string[] => {
    if (!Array.isArray(one)) return [`${indent}${name}: ${JSON.stringify(one)}`];
    const first = one.slice(0, shown).map((entry) => `${indent}  ${JSON.stringify(entry)}`);
    const more = one.length > shown ? [`${indent}  and ${one.length - shown} more`] : [];
    return [`${indent}${name}: ${one.length}`, ...first, ...more];
  };
  if (Array.isArray(value)) return lines('rows', value);
  return Object.entries(value as object).flatMap(([name, one]) => lines(name, one));
}

/** A reading for a person: what was read, from where, how sure; or why not. */
export function readingWords(kind: Endpoint, source: string, reading: Reading<unknown>): string[] {
  if (!reading.ok) return [`${kind} from ${source}: refused`, `  reason: ${reading.reason}`];
  return [
    `${kind} from ${source}: read`,
    `  recipe: ${reading.trace.status}`,
    ...traceWords(reading.trace, '  '),
    'Values:',
    ...valueWords(reading.value, '  '),
  ];
}
