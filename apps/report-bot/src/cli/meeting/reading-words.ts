import { type Endpoint, largestOf, type Reading, type ReadingTrace } from '@answershare/core';
import { draftWords, type MappingDraft } from './mapping-drafts.ts';

/** How a body was read, one line a fact. */
export function traceWords(trace: ReadingTrace, indent: string): string[] {
  const fields = Object.entries(trace.fields);
  const width = Math.max(0, largestOf(fields.map(([field]) => field.length)));
  return [
    ...fields.map(
      ([field, { pointer, provenance }]) => `${indent}${field.padEnd(width)} <- ${pointer} (${provenance})`,
    ),
    ...trace.coerced.map((words) => `${indent}changed: ${words}`),
    ...trace.notes.map((words) => `${indent}note: ${words}`),
    ...(trace.unmatched.length > 0 ? [`${indent}not read: ${trace.unmatched.join(', ')}`] : []),
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
export function readingWords(
  kind: Endpoint,
  file: string,
  reading: Reading<unknown>,
  draft: MappingDraft | null,
): string[] {
  const source = file === '-' ? 'standard input' : file;
  const { path, confidence } = reading.trace;
  const place = `  path ${path === '' ? '"" (the whole body)' : path}, confidence ${confidence}`;
  if (reading.ok)
    return [
      `${kind} from ${source}: read`,
      place,
      ...traceWords(reading.trace, '  '),
      'Values:',
      ...valueWords(reading.value, '  '),
    ];
  return [
    `${kind} from ${source}: refused`,
    `  reason: ${reading.reason}`,
    place,
    ...traceWords(reading.trace, '  '),
    ...(draft === null ? [] : draftWords(draft)),
  ];
}
