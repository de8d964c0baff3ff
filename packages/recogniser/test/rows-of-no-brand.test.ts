import { applyRecipe } from '@answershare/core';
import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';

type Row = readonly [name: string, share: number];
const body = (rows: readonly Row[], around: object = {}): object => ({
  ...around,
  share_of_voice: 10.2,
  competitors: rows.map(([name, share]) => ({ name, share })),
});
const brands: readonly Row[] = [
  ['Alba', 21.3],
  ['Fell', 14.1],
  ['Koru', 9.7],
];

/** The names of the other brands that are shown without a person; the others that may be are a question. */
function read(learnt: object, later: object = learnt): readonly string[] | string {
  const { clear, drafts } = recognise('competitors', [learnt]);
  const applied = drafts[0] && applyRecipe('competitors', drafts[0].recipe, later);
  if (!clear) return 'question';
  return applied?.ok ? applied.value.competitors.map(({ name }) => name) : 'drift';
}

const names = brands.map(([name]) => name);

it.each([
  'Total',
  'Rest of market',
  'All other brands',
  'Long tail',
  'Industry avg.',
  'Unbranded',
  'Category average',
  'Gesamt',
  'Marktdurchschnitt',
  'Autres marques',
  'Otras marcas',
  'Promedio del mercado',
  'Outros',
  'その他',
  '平均',
  'المتوسط',
])('%j is no other brand, when learnt and later', (name) => {
  expect(read(body([...brands, [name, 25.5]]))).toEqual(names);
  expect(read(body(brands), body([...brands, [name, 25.5]]))).toEqual(names);
});

it.each(['(other)', 'No brand', 'Top 10', 'Benchmark', 'Median', 'Market', '-', 'N/A', 'Sin marca'])(
  '%j is a question',
  (name) => {
    expect(read(body([...brands, [name, 25.5]]))).toBe('question');
  },
);

it('a row that is the sum of the others is a question, whatever its name', () => {
  expect(read(body([...brands, ['Xyz', 45.1]]))).toBe('question');
  expect(read(body([...brands, ['Xyz', 44.9]]))).toEqual([...names, 'Xyz']);
});

it('a later row that is the sum of the others is drift, first or last, unless it has other mentions', () => {
  const count = (share: number) => Math.round(share * 10);
  const toBody = (rows: readonly Row[], mentions = count) => ({
    share_of_voice: 10.2,
    competitors: rows.map(([name, share]) => ({ name, share, mentions: mentions(share) })),
  });
  const sum: Row = ['Xyz', 35.4];
  const two = brands.slice(0, 2);
  expect(read(body(brands), body([...two, sum]))).toBe('drift');
  expect(read(body(brands), body([sum, ...two]))).toBe('drift');
  expect(read(toBody(brands), toBody([...two, sum]))).toBe('drift');
  expect(
    read(
      toBody(brands),
      toBody([...two, sum], (share) => count(share) + 1),
    ),
  ).toContain('Xyz');
});

it.each([{ brand: 'Acme' }, { domain: 'acme.example' }])(
  'the own brand by another spelling is one: %j',
  (own) => {
    expect(read(body([...brands, ['Acme, Inc.', 10.24]], own))).toBe('question');
    expect(read(body([...brands, ['Macme', 10.9]], own))).toEqual([...names, 'Macme']);
  },
);

it('names of brands may begin with such words', () => {
  const odd: readonly Row[] = [
    ['Total Wine', 21.3],
    ['Media Markt', 14.1],
    ['Rest Easy', 9.7],
    ['كتب الواحة', 5.5],
    ['無印良品', 4.1],
    ['Sinclair', 3.3],
  ];
  expect(read(body(odd))).toEqual(odd.map(([name]) => name));
});

it.each(['كتب الواحة', '楽天', 'Леруа', 'Łódź'])(
  '%j is a brand: other letters are no punctuation',
  (name) => {
    expect(read(body([...brands, [name, 25.5]]))).toEqual([...names, name]);
  },
);
