import { applyRecipe, type Endpoint, type ResourceValues } from '@answershare/core';
import { recognise } from '../src/index.ts';
import { createRandom, type RandomSource } from './generated-bodies.ts';

/** An answer about one website, and whether a value states nothing else. */
interface OddAnswer {
  readonly body: object;
  readonly isRight: (value: never) => boolean;
}

/** The answers of one service, by the number of a website. */
interface OddService {
  readonly kind: Endpoint;
  readonly answer: (website: number) => OddAnswer;
}

type Values<K extends Endpoint> = ResourceValues[K];
const near = (a: number | null, b: number): boolean => a === null || Math.abs(a - b) < 1e-9;
const brands = ['Alba', 'Bolt', 'Cord', 'Dune', 'Echo', 'Fell', 'Gale', 'Hexa', 'Iris', 'Jura'];
const names = ['ChatGPT', 'Perplexity', 'Gemini', 'Claude'];
const hourMs = 3_600_000;

const feed = (rows: number, chance: RandomSource, fields: () => object = () => ({})): object[] =>
  Array.from({ length: rows }, (_, at) => ({
    url: `https://a.example/${at}`,
    engine: chance.pick(names),
    ...fields(),
  }));

/** A total that is right, unknown, or a lower limit. */
const isTotal =
  (total: number) =>
  ({ total: read, atLeast = 0 }: Values<'citations'>): boolean =>
    near(read, total) && atLeast <= total;

const isEngines =
  (total: number, counts: readonly number[]) =>
  (value: Values<'citations'>): boolean =>
    isTotal(total)(value) && value.byEngine.every(({ count }, at) => count === counts[at]);

/** The own share and those of the other brands, in this order. */
const isShares =
  (own: number, shares: readonly number[]) =>
  ({ shareOfVoice, competitors }: Values<'competitors'>): boolean =>
    near(shareOfVoice, own) &&
    (competitors.length === 0 || competitors.length === shares.length) &&
    competitors.every(({ share }, at) => near(share, shares[at] ?? 0));

const isVisitors =
  (figures: readonly (readonly [string, number | null])[]) =>
  ({ days }: Values<'analytics'>): boolean =>
    days.length === figures.length &&
    days.every(
      ({ date, visitors }, at) => date === figures[at]?.[0] && near(visitors, figures[at]?.[1] ?? 0),
    );

const days = (chance: RandomSource): [string, number][] =>
  Array.from({ length: chance.pick([7, 30]) }, (_, at) => [
    new Date(Date.UTC(2026, 8, 20 + at)).toISOString().slice(0, 10),
    chance.below(9_000),
  ]);

const daily = (rows: readonly object[], around: object = {}): object => ({ ...around, days: rows });

interface Brands {
  readonly mentions: readonly number[];
  readonly all: number;
}
const mentionsOf = (chance: RandomSource, website: number): Brands => {
  const most = website % 5 === 0 ? 20 : 400;
  const mentions = Array.from({ length: 3 + chance.below(5) }, () => 1 + chance.below(most));
  return { mentions, all: mentions.reduce((sum, one) => sum + one, 0) };
};

type Maker = (chance: RandomSource) => OddService;

const cursors: readonly ((more: boolean) => object)[] = [
  (more) => ({ nextPage: more ? 2 : null }),
  (more) => ({ cursor: more ? 'abc' : null }),
  (more) => (more ? { after: 'abc' } : {}),
  (more) => (more ? { next: 'https://a.example/?page=2' } : {}),
  (more) => ({ is_last: !more }),
  (more) => ({ paging: { cursors: { after: more ? 'abc' : '' } } }),
  (more) => ({ showing: more ? 50 : 'all' }),
  () => ({}),
];

/** Feeds with a page length, and other words for further pages or none. */
const pages: Maker = (chance) => {
  const limit = chance.pick([20, 50, 100]);
  const cursor = chance.pick(cursors);
  return {
    kind: 'citations',
    answer: () => {
      const total = 1 + chance.below(chance.pick([30, 400]));
      const citations = feed(Math.min(total, limit), chance);
      return { body: { citations, ...cursor(total > limit) }, isRight: isTotal(total) };
    },
  };
};

/** Feeds whose rows have a status or an owner. */
const states: Maker = (chance) => {
  const field = chance.pick<() => object>([
    () => ({ status: chance.pick(['active', 'active', 'lost']) }),
    () => ({ brand: chance.pick(['Acme', 'Bolt']) }),
    () => ({ is_own: chance.is(0.7) }),
  ]);
  return {
    kind: 'citations',
    answer: () => {
      const citations = feed(1 + chance.below(9), chance, field);
      const own = citations.filter((row) => !/lost|Bolt|false/.test(JSON.stringify(row)));
      return { body: { citations }, isRight: isTotal(own.length) };
    },
  };
};

/** Answers that cite several engines: the total is below the sum. */
const overlaps: Maker = (chance) => ({
  kind: 'citations',
  answer: () => {
    const counts = names.map(() => chance.below(30));
    const sum = counts.reduce((all, one) => all + one, 0);
    const total = Math.max(...counts, sum - chance.below(20));
    const by_engine = names.map((engine, at) => ({ engine, count: counts[at] }));
    return { body: { total, by_engine }, isRight: isEngines(total, counts) };
  },
});

/** Lists that are empty for the first website and some others. */
const empties: Maker = (chance) => ({
  kind: 'citations',
  answer: (website) => {
    const counts = website === 0 || chance.is(0.1) ? [] : names.map(() => chance.below(30));
    const total = counts.reduce((all, one) => all + one, 0);
    const by_engine = counts.map((count, at) => ({ engine: names[at], count }));
    return { body: { total, by_engine }, isRight: isEngines(total, counts) };
  },
});

/** Shares of several roundings, of rivals that are all brands or some. */
const shares: Maker = (chance) => {
  const digits = chance.pick([0, 1, 2, 16]);
  const isFraction = chance.is(0.3);
  const isTracked = chance.is(0.5);
  const round = (share: number): number =>
    Number((isFraction ? share / 100 : share).toFixed(Math.min(digits + (isFraction ? 2 : 0), 16)));
  return {
    kind: 'competitors',
    answer: (website) => {
      const { mentions, all } = mentionsOf(chance, website);
      const whole = isTracked ? all * (1 + chance.next() * 3) : all;
      const written = mentions.map((one) => round((100 * one) / whole));
      const [own = 0, ...others] = written.map((one) => (isFraction ? one : one / 100));
      const competitors = others.map((_, at) => ({ name: brands[at], share: written[at + 1] }));
      return { body: { share_of_voice: written[0], competitors }, isRight: isShares(own, others) };
    },
  };
};

/** Rows of the rest, a total, or an average among the competitors, of all websites or only of later ones. */
const sumsFrom =
  (first: number): Maker =>
  (chance) => {
    const known = ['Others', 'Rest of market', 'Gesamt', 'Promedio', 'Autres marques', 'Market'];
    const name = chance.pick([...known, 'Xyz']);
    return {
      kind: 'competitors',
      answer: (website) => {
        const { mentions, all } = mentionsOf(chance, website);
        const written = mentions.map((one) => Math.round((700 * one) / all) / 10);
        const sum = written.slice(1).reduce((total, one) => total + one, 0);
        const rest =
          Math.round(10 * (name === 'Xyz' || name === 'Gesamt' ? sum : 100 - sum - (written[0] ?? 0))) / 10;
        const rows = written.slice(1).map((share, at) => ({ name: brands[at], share }));
        const competitors = website < first ? rows : [...rows, { name, share: rest }];
        const [own = 0, ...others] = written.map((one) => one / 100);
        return { body: { share_of_voice: written[0], competitors }, isRight: isShares(own, others) };
      },
    };
  };

/** The own brand's row by another spelling. */
const spellings: Maker = (chance) => ({
  kind: 'competitors',
  answer: (website) => {
    const { mentions, all } = mentionsOf(chance, website);
    const written = mentions.map((one) => Math.round((1_000 * one) / all) / 10);
    const [own = 0, ...others] = written.map((one) => one / 100);
    const rows = written.map((share, at) => ({ name: at === 0 ? `Acme${website} Inc.` : brands[at], share }));
    return {
      body: { brand: `Acme${website}`, share_of_voice: written[0], competitors: rows },
      isRight: isShares(own, others),
    };
  },
});

/** Instants of local midnight, with their zone or without. */
const midnights: Maker = (chance) => {
  const [zone, hour] = chance.pick<readonly [string, number]>([
    ['Europe/Berlin', -2],
    ['America/Bogota', 5],
    ['Asia/Tokyo', -9],
  ]);
  const around = chance.is(0.5) ? { timezone: zone } : {};
  const write = chance.pick<(ms: number) => unknown>([
    (ms) => ms,
    (ms) => ms / 1000,
    (ms) => new Date(ms).toISOString(),
  ]);
  return {
    kind: 'analytics',
    answer: () => {
      const all = days(chance).filter(([date]) => date < '2026-10-25');
      const rows = all.map(([date, visitors]) => ({
        timestamp: write(Date.parse(date) + hour * hourMs),
        visitors,
      }));
      return { body: daily(rows, around), isRight: isVisitors(all) };
    },
  };
};

/** Counts and dates as text, in the writing of a country. */
const texts: Maker = (chance) => {
  const count = chance.pick<(value: number) => string>([
    (value) => value.toLocaleString('de-DE'),
    (value) => value.toLocaleString('en-US'),
    String,
  ]);
  const date = chance.pick<(parts: readonly string[]) => string>([
    ([y, m, d]) => `${m}/${d}/${y}`,
    ([y, m, d]) => `${d}.${m}.${y}`,
    ([y, m, d]) => `${y}-${m}-${d}`,
  ]);
  const blank = chance.pick(['-', 'N/A', '']);
  return {
    kind: 'analytics',
    answer: () => {
      const all = days(chance).map(([day, value]) => [day, chance.is(0.05) ? null : value] as const);
      const rows = all.map(([day, value]) => ({
        date: date(day.split('-')),
        visitors: value === null ? blank : count(value),
      }));
      return { body: daily(rows), isRight: isVisitors(all) };
    },
  };
};

const oddMakers = {
  pages,
  states,
  overlaps,
  empties,
  shares,
  sums: sumsFrom(0),
  'late sums': sumsFrom(8),
  spellings,
  midnights,
  texts,
} as const satisfies Readonly<Record<string, Maker>>;

export const oddKinds = Object.keys(oddMakers) as readonly OddKind[];

export type OddKind = keyof typeof oddMakers;

/** What recipes of so many websites make of others of the same services. Only a clear recipe counts. */
export function judgeOddServices(
  kind: OddKind,
  learnt: number,
  seeds: number,
  websites: number,
): Readonly<Record<'clear' | 'read' | 'wrong' | 'drift', number>> {
  const counts = { clear: 0, read: 0, wrong: 0, drift: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const service = oddMakers[kind](createRandom(seed));
    const answers = Array.from({ length: websites }, (_, at) => service.answer(at));
    const { clear, drafts } = recognise(
      service.kind,
      answers.slice(0, learnt).map(({ body }) => body),
    );
    const recipe = drafts[0]?.recipe;
    if (!clear || recipe === undefined) continue;
    counts.clear += 1;
    for (const { body, isRight } of answers) {
      const applied = applyRecipe(service.kind, recipe, body);
      counts.read += 1;
      if (!applied.ok) counts.drift += 1;
      else if (!isRight(applied.value as never)) counts.wrong += 1;
    }
  }
  return counts;
}
