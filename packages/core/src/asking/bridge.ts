import type { Endpoint } from '../dialects/dialect.ts';
import { readers } from '../readers.ts';
import type { Reading as OldReading, ReadingTrace as OldTrace } from '../reading/trace.ts';
import type { Reading } from '../recipes/reading.ts';
import type { ResourceValues } from '../recipes/values.ts';
import type { Session } from './session.ts';

/** A trace of the readers as that of a recipe. */
const toTrace = ({ fields, coerced, notes }: OldTrace) => ({
  status: 'provisional' as const,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, { pointer }]) => [name, { pointer, codec: '' }]),
  ),
  assumes: [],
  notes: notes.concat(coerced),
});

/** A reading of the readers as that of a recipe. */
export function toReading<T>(reading: OldReading<T>): Reading<T> {
  return reading.ok
    ? { ok: true, value: reading.value, trace: toTrace(reading.trace) }
    : { ok: false, problem: 'unclear', reason: reading.reason, pointer: null };
}

/** Reads without a recipe, until every host learns. */
export function bridge<K extends Endpoint>(
  session: Session,
  endpoint: K,
  body: unknown,
): Reading<ResourceValues[K]> {
  const mapping = session.mappings[endpoint];
  return toReading(readers[endpoint](body, mapping ? { mapping } : {})) as Reading<ResourceValues[K]>;
}
