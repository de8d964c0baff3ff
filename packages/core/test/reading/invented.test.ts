import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ReaderName, readers } from './readers.ts';

/** A body of ours: an envelope, a spelling, a unit or a trap, with what a careful person takes from it. */
interface Invented {
  readonly name: string;
  readonly kind: ReaderName;
  readonly body: unknown;
  readonly value?: unknown;
  /** A pattern of the reason, where nothing certain can be taken from it. */
  readonly refused?: string;
}

const parsed = (file: string): readonly Invented[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Invented[];

const bodies = parsed('./invented.json');

/** Bodies that differ from one another in one thing: what stands beside, in which unit, under which name. */
const variants = parsed('./variants.json');

it.each(bodies.concat(variants).map((one) => [one.name, one] as const))(
  '%s',
  (_, { kind, body, value, refused }) => {
    const reading = readers[kind](body);
    if (refused === undefined) expect(reading.ok ? reading.value : reading.reason).toEqual(value);
    else expect(reading.ok ? reading.value : reading.reason).toMatch(new RegExp(refused));
  },
);

it('every reader is asked at least 20 times, and a third of the bodies are to be refused', () => {
  const names = Object.keys(readers);
  for (const name of names)
    expect(bodies.filter(({ kind }) => kind === name).length).toBeGreaterThanOrEqual(20);
  expect(bodies.filter(({ refused }) => refused !== undefined).length / bodies.length).toBeGreaterThan(0.3);
});
