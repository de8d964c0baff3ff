import { addDays, applyRecipe, type Endpoint } from '@answershare/core';
import { expect, it } from 'vitest';
import { recognise } from '../../src/index.ts';
import { createRandom } from '../generated-bodies.ts';
import { valueFigures } from '../value-figures.ts';

type Json = Record<string, unknown>;
type Rows = readonly Json[];

/** A service: its kind, the name of its list, and a body about the website of a number. */
type Service = readonly [kind: Endpoint, list: string, body: (website: number) => Json];

const engines = ['ChatGPT', 'Perplexity', 'Gemini'];
const brands = ['Alba', 'Bolt', 'Cord', 'Dune'];
const parts = ['Clarity', 'Links', 'Freshness'];
const chance = createRandom(5);
const numbers = (length: number, least: number, most: number): number[] =>
  Array.from({ length }, () => least + chance.below(most - least));
const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
const shareOf = (counts: readonly number[], digits: number) => (count: number) =>
  Number(((count / sumOf(counts)) * 100).toFixed(digits));

const days = (names: readonly string[]) => () =>
  numbers(30, 400, 900).map((visitors, at) => ({
    [names[0] ?? '']: addDays('2026-10-01', at),
    [names[1] ?? '']: visitors,
    [names[2] ?? '']: 1_000 + chance.below(2_000),
    [names[3] ?? '']: 3 + chance.below(20),
  }));
const listDays = days(['date', 'visitors', 'pageviews', 'ai_citations']);

const services: readonly Service[] = [
  ['analytics', 'days', () => ({ days: listDays() })],
  ['analytics', 'data', () => ({ data: days(['day', 'uniqueVisitors', 'pageViews', 'citations'])() })],
  [
    'analytics',
    'series',
    () => {
      const series = listDays();
      return { totals: { visitors: sumOf(series.map(({ visitors }) => Number(visitors))) }, series };
    },
  ],
  [
    'citations',
    'citations',
    (website) => ({
      citations: numbers(5 + 3 * website, 0, 3).map((engine, at) => ({
        url: `https://a.example/${at}`,
        engine: engines[engine],
        date: '2026-11-03',
      })),
    }),
  ],
  [
    'citations',
    'by_engine',
    () => {
      const counts = numbers(3, 5, 60);
      const by_engine = counts.map((count, at) => ({ engine: engines[at], count }));
      return { total_citations: sumOf(counts), by_engine };
    },
  ],
  [
    'competitors',
    'competitors',
    () => {
      const counts = numbers(5, 20, 400);
      const [own = 0, ...others] = counts.map(shareOf(counts, 1));
      const competitors = others.map((share, at) => ({ name: brands[at], share_of_voice: share }));
      return { share_of_voice: own, competitors };
    },
  ],
  [
    'competitors',
    'rivals',
    () => {
      const counts = numbers(5, 20, 400);
      const toShare = shareOf(counts, 2);
      const [own = 0, ...others] = counts;
      const rivals = others.map((mentions, at) => ({
        brand: brands[at],
        sov: toShare(mentions),
        mentions,
      }));
      return { sov: toShare(own), mentions: own, total_mentions: sumOf(counts), rivals };
    },
  ],
  [
    'authority',
    'components',
    () => {
      const scores = numbers(3, 20, 99);
      const components = scores.map((score, at) => ({ name: parts[at], score, weight: [0.5, 0.3, 0.2][at] }));
      const [a = 0, b = 0, c = 0] = scores;
      return { score: Math.round(a * 0.5 + b * 0.3 + c * 0.2), max_score: 100, components };
    },
  ],
  [
    'authority',
    'factors',
    () => ({
      authority_score: 20 + chance.below(70),
      factors: numbers(3, 20, 99).map((score, at) => ({ label: parts[at], score })),
    }),
  ],
  [
    'websites',
    'websites',
    () => ({ websites: brands.map((name, at) => ({ id: `ws_${at}`, name, domain: `${name}.example` })) }),
  ],
];

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** A body with each number, and no other value, changed. */
function eachNumber(body: unknown, change: (value: number) => unknown): unknown {
  if (isNumber(body)) return change(body);
  if (Array.isArray(body)) return body.map((one) => eachNumber(one, change));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, eachNumber(value, change)]));
}

const numberNames = (row: Json = {}): string[] => Object.keys(row).filter((name) => isNumber(row[name]));

/** A row of the sums of all rows, under a name in place of the texts. */
const toSum = (rows: Rows, name: string): Json => {
  const sums = numberNames(rows[0]).map((one) => [
    one,
    Math.round(10 * sumOf(rows.map((row) => Number(row[one])))) / 10,
  ]);
  const texts = Object.keys(rows[0] ?? {}).flatMap((one) => (isNumber(rows[0]?.[one]) ? [] : [[one, name]]));
  return Object.fromEntries([...texts, ...sums]);
};

/** A changed body, and whether its figures have another meaning. */
type Change = readonly [changed: (body: Json, rows: Rows, list: string) => Json, means: 'other' | 'same'];
const addField = (fields: Json): Change => [(body) => ({ ...body, ...fields }), 'other'];
const inRows = (change: (row: Json, at: number) => Json, means: Change[1] = 'other'): Change => [
  (body, rows, list) => ({ ...body, [list]: rows.map(change) }),
  means,
];
const ofNumbers = (change: (value: number) => unknown): Change => [
  (body) => eachNumber(body, change) as Json,
  'other',
];

const changes: Readonly<Record<string, Change>> = {
  'all figures are texts with a unit': ofNumbers((value) => `${value} k`),
  'all figures are negative': ofNumbers((value) => -value - 2),
  'all figures have a previous one': ofNumbers((value) => [value, value]),
  'all figures are objects': ofNumbers((value) => ({ value, previous: value })),
  'all figures are thousandths': ofNumbers((value) => value / 1_000 + 0.0001),
  'figures are estimated': addField({ estimated: true }),
  'figures have a unit': addField({ unit: 'thousands' }),
  'figures are of a filter': addField({ filters: { country: 'DE' } }),
  'figures are of a week': addField({ period: 'week' }),
  'figures are of two dates': addField({ since: '2026-11-01', until: '2026-11-03' }),
  'the answer is an error': addField({ error: 'quota exceeded' }),
  'rows are estimated': inRows((row) => ({ ...row, estimated: true })),
  'rows have a status': inRows((row) => ({ ...row, status: 'processing' })),
  'rows are of a segment': inRows((row) => ({ ...row, segment: 'mobile' })),
  'rows have other names': inRows((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [`x_${name}`, value])),
  ),
  'rows are wrapped': inRows((row) => ({ attributes: row })),
  'rows repeat': [(body, rows, list) => ({ ...body, [list]: [...rows, ...rows] }), 'other'],
  'rows are cut, with a next page': [
    (body, rows, list) => ({ ...body, [list]: rows.slice(0, 2), next: 'https://a.example/?page=2' }),
    'other',
  ],
  'a total row follows': [
    (body, rows, list) => ({ ...body, [list]: [...rows, toSum(rows, 'Total')] }),
    'same',
  ],
  'a row of the sum follows': [
    (body, rows, list) => ({ ...body, [list]: [...rows, toSum(rows, 'Xyz')] }),
    'same',
  ],
};

const cases = services.flatMap((service) =>
  Object.keys(changes).map((name) => [service[0], service[1], name, service] as const),
);

it.each(cases)('%s at /%s are not read silently once %s', (kind, list, name, [, , make]) => {
  const bodies = [1, 2, 3].map(make);
  const [draft] = recognise(kind, bodies).drafts;
  const [body = {}] = bodies;
  const [change, means] = changes[name] as Change;
  const read = (of: unknown) => draft && applyRecipe(kind, draft.recipe, of);
  const before = read(body);
  expect(before).toMatchObject({ ok: true });
  const rows = body[list] as Rows;
  const changed = change(body, rows, list);
  const after = read(changed);
  if (after?.ok !== true || after.notes.length > 0 || before?.ok !== true) return;
  const known = (value: unknown) => [...valueFigures(kind, value)].filter(([, one]) => one !== null);
  const isSame = means === 'same' || kind === 'websites' || JSON.stringify(changed) === JSON.stringify(body);
  // Rows of a feed have no key: a second one is a second citation.
  if (name === 'rows repeat' && list === 'citations')
    expect(after.value).toMatchObject({ total: 2 * rows.length });
  else if (isSame) expect(known(after.value)).toEqual(known(before.value));
  else expect(known(after.value)).toEqual([]);
});
