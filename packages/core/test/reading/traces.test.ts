import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ReaderName, readers } from './readers.ts';

interface Body {
  readonly name: string;
  readonly kind: ReaderName;
  readonly body: unknown;
}

/** What a reading of a body tells a person: the whole trace, or the whole reason. */
interface Told {
  readonly name: string;
  readonly kind: ReaderName;
  readonly reason?: string;
  readonly path?: string;
  readonly confidence?: number;
  /** JSON Pointer of each field. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly coerced?: readonly string[];
  readonly unmatched?: readonly string[];
  readonly notes?: readonly string[];
}

const parsed = <T>(file: string): readonly T[] =>
  JSON.parse(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')) as T[];

const bodies = ['samples.json', 'invented.json', 'variants.json'].flatMap((file) => parsed<Body>(file));

function toldOf(kind: ReaderName, body: unknown): Omit<Told, 'name' | 'kind'> {
  const reading = readers[kind](body);
  if (!reading.ok) return { reason: reading.reason };
  const { fields, ...trace } = reading.trace;
  const places = Object.entries(fields).map(([field, { pointer }]) => [field, pointer] as const);
  return { ...trace, fields: Object.fromEntries(places) };
}

it.each(parsed<Told>('traces.json').map((told) => [told.name, told] as const))(
  '%s is told in full',
  (_, { name, kind, ...told }) => {
    const found = bodies.filter((one) => one.name === name && one.kind === kind);
    expect(found).toHaveLength(1);
    expect(toldOf(kind, found[0]?.body)).toEqual(told);
  },
);
