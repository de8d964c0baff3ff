import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReadingTrace } from '../../src/reading/trace.ts';
import { anyChange, chance, type Mutation, sameMeaning, takenAway } from './mutations.ts';
import { numbersIn, numbersOf } from './numbers-of.ts';
import { type ReaderName, readers } from './readers.ts';

interface Good {
  readonly name: string;
  readonly kind: ReaderName;
  readonly body: unknown;
  readonly value?: unknown;
  readonly mapping?: unknown;
}

const seed = 20261121;
const runs = 100_000;

/** Milliseconds for all of them on a busy machine; about ten seconds on an idle one. */
const patience = 600_000;

const good = ['samples.json', 'invented.json', 'harvested-web.json']
  .flatMap((file) => JSON.parse(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')) as Good[])
  .filter((one) => one.value !== undefined && one.mapping === undefined);

const says = ({ notes }: ReadingTrace, words: RegExp): boolean => notes.some((note) => words.test(note));

/** What a note declares to be made or doubted: sums over parts, a scale told by size, the only score there is, a row that may be the own brand. */
const declared = (role: string, trace: ReadingTrace): boolean =>
  (/\/(total|citations|pageviews|count)$/.test(role) && says(trace, /sums? over/)) ||
  (role === '/scale' && says(trace, /told by the size/)) ||
  (role === '/score' && says(trace, /the only score/)) ||
  (role === '/competitors/mentions' && says(trace, /whether it is the own brand/));

interface Breach {
  readonly of: string;
  readonly change: string;
  readonly role: string;
  readonly number: number;
  readonly body: string;
}

/** Runs changes on the good bodies in turn and collects the numbers that a law forbids. */
function breaches(
  changes: readonly (readonly [string, Mutation])[],
  count: number,
  allows: (number: number, role: string, one: Good, there: () => Set<number>) => boolean,
): { readonly found: readonly Breach[]; readonly read: number } {
  const random = chance(seed);
  const found: Breach[] = [];
  let read = 0;
  for (let run = 0; run < count; run += 1) {
    const one = good[run % good.length] as Good;
    const [change, mutate] = changes[Math.floor(random() * changes.length)] as readonly [string, Mutation];
    const body = mutate(one.body, random);
    const reading = readers[one.kind](body);
    if (!reading.ok) continue;
    read += 1;
    let written: Set<number> | null = null;
    const there = (): Set<number> => {
      written = written ?? numbersIn(body);
      return written;
    };
    for (const [role, numbers] of numbersOf(reading.value)) {
      for (const number of numbers) {
        if (declared(role, reading.trace) || allows(number, role, one, there)) continue;
        found.push({ of: one.name, change, role, number, body: JSON.stringify(body).slice(0, 300) });
      }
    }
  }
  return { found, read };
}

const twice =
  (all: readonly Mutation[]): Mutation =>
  (body, random) => {
    const [first, second] = [0, 1].map(() => all[Math.floor(random() * all.length)] as Mutation);
    return (second as Mutation)((first as Mutation)(body, random), random);
  };

describe(`bodies changed by chance (seed ${seed})`, () => {
  const before = new Map(good.map((one) => [one.name, numbersOf(one.value)]));

  it('in another envelope, case or order, or beside what looks alike, they are read as before or refused', () => {
    const random = chance(seed);
    let same = 0;
    for (const one of good) {
      for (const [change, mutate] of Object.entries(sameMeaning)) {
        const reading = readers[one.kind](mutate(one.body, random));
        if (!reading.ok) continue;
        same += 1;
        expect([one.name, change, numbersOf(reading.value)]).toEqual([
          one.name,
          change,
          before.get(one.name),
        ]);
      }
    }
    const all = good.length * Object.keys(sameMeaning).length;
    console.log(`same meaning: ${all} bodies, ${same} read as before, ${all - same} refused`);
    expect(same / all).toBeGreaterThan(0.95);
  });

  it(
    'with something taken away, a number that is still read is the one that was read before',
    () => {
      const { found, read } = breaches(Object.entries(takenAway), runs / 2, (number, role, one) =>
        Boolean(before.get(one.name)?.get(role)?.has(number)),
      );
      console.log(`taken away: ${runs / 2} bodies, ${read} read, ${found.length} numbers from elsewhere`);
      expect(found).toEqual([]);
    },
    patience,
  );

  it(
    'with anything changed, every number that is read stands in the body, up to percent and declared sums',
    () => {
      const changes: (readonly [string, Mutation])[] = Object.entries(anyChange);
      const { found, read } = breaches(
        changes.concat([['two changes', twice(Object.values(anyChange))]]),
        runs / 2,
        (number, role, _, written) => {
          const there = written();
          const isPart = /share|weight/i.test(role);
          const close = [...there].some((one) => Math.abs(one / 100 - number) < 1e-9);
          return there.has(number) || (isPart && close) || (role === '/scale' && number === 100);
        },
      );
      console.log(`anything: ${runs / 2} bodies, ${read} read, ${found.length} numbers from nowhere`);
      expect(found).toEqual([]);
    },
    patience,
  );
});
