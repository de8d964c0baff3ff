import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { type ReaderName, readers } from './readers.ts';

/** A body of another service's documentation or of a recorded answer. */
interface Sample {
  readonly name: string;
  readonly source: string;
  readonly kind: ReaderName;
  readonly body: unknown;
  /** What a careful person takes from it. */
  readonly value?: unknown;
  /** Why it has to be refused. */
  readonly refused?: string;
}

const samples = JSON.parse(readFileSync(new URL('./samples.json', import.meta.url), 'utf8')) as Sample[];

/** What becomes of a sample; read inside a test, so that a mutation run sees which test reached what. */
function verdictOn(sample: Sample): { readonly verdict: string; readonly reason: string } {
  const reading = readers[sample.kind](sample.body);
  if (!reading.ok) return { verdict: 'refused', reason: reading.reason };
  return { verdict: isDeepStrictEqual(reading.value, sample.value) ? 'right' : 'wrong', reason: '' };
}

it('of the bodies of other services at least 18 of 22 are read right and none is silently wrong', () => {
  const verdicts = samples.map((sample) => ({ sample: sample.name, ...verdictOn(sample) }));
  console.table(verdicts);
  const count = (wanted: string): number => verdicts.filter(({ verdict }) => verdict === wanted).length;
  expect(samples).toHaveLength(22);
  expect(count('wrong')).toBe(0);
  expect(count('right')).toBeGreaterThanOrEqual(18);
});

it.each(samples.map((sample) => [sample.name, sample] as const))('%s', (_, sample) => {
  const reading = readers[sample.kind](sample.body);
  if (sample.value === undefined) expect(reading).toMatchObject({ ok: false, reason: sample.refused });
  else expect(reading.ok && reading.value).toEqual(sample.value);
});
