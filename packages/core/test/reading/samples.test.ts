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

const verdicts = samples.map((sample) => {
  const reading = readers[sample.kind](sample.body);
  const verdict = !reading.ok
    ? 'refused'
    : isDeepStrictEqual(reading.value, sample.value)
      ? 'right'
      : 'wrong';
  return { sample: sample.name, verdict, reason: reading.ok ? '' : reading.reason, reading };
});

it('of the bodies of other services at least 18 of 22 are read right and none is silently wrong', () => {
  console.table(verdicts.map(({ sample, verdict, reason }) => ({ sample, verdict, reason })));
  const count = (wanted: string): number => verdicts.filter(({ verdict }) => verdict === wanted).length;
  expect(samples).toHaveLength(22);
  expect(count('wrong')).toBe(0);
  expect(count('right')).toBeGreaterThanOrEqual(18);
});

it.each(samples.map((sample, at) => [sample.name, sample, at] as const))('%s', (_, sample, at) => {
  const reading = verdicts[at]?.reading;
  if (sample.value === undefined) expect(reading).toMatchObject({ ok: false, reason: sample.refused });
  else expect(reading?.ok && reading.value).toEqual(sample.value);
});
