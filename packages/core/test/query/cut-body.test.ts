import { startSandbox } from '@answershare/sandbox';
import { describe, expect, it } from 'vitest';
import type { DateSpan } from '../../src/calendar/calendar.ts';
import { readByRecipe } from '../../src/index.ts';
import { type CutBody, cutBody } from '../../src/query/cut-to-window.ts';
import { closeAfterTest, plainGet } from '../support/sandbox-client.ts';

const week = { from: '2026-11-02', to: '2026-11-03' };
const dates = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
const rows = dates.map((date, at) => ({ date, visitors: at + 1 }));
const inside = rows.slice(1, 3);

/** Where the rows are, and in each its date and its visitors. */
type Places = readonly [at: string, date: string, visitors: string];
const plain: Places = ['/days/*', '/date', '/visitors'];

function cut(body: unknown, [at, date, visitors]: Places, range: DateSpan = week): CutBody {
  const fields = { date: `${at}${date} date`, visitors: `${at}${visitors} count?` };
  const recipe = { v: 1, kind: 'analytics', lists: { days: [{ at, fields, merge: 'sum' }] } } as const;
  return cutBody(body, range, readByRecipe('analytics', recipe, body));
}

describe('cutBody cuts a list whose entries have the dates of the days', () => {
  it.each<[string, Places, unknown, unknown, readonly string[]]>([
    ['at the top', ['/*', '/date', '/visitors'], rows, inside, ['']],
    [
      'in an envelope, next to a total that stays',
      ['/data/days/*', '/date', '/visitors'],
      { data: { days: rows, total: 10 } },
      { data: { days: inside, total: 10 } },
      ['/data/days'],
    ],
    [
      'with the date in an object of the row',
      ['/data/*', '/attributes/date', '/attributes/visitors'],
      { data: rows.map((attributes) => ({ attributes })) },
      { data: inside.map((attributes) => ({ attributes })) },
      ['/data'],
    ],
    [
      'as an object keyed by date',
      ['/days/*', '/#', '/visitors'],
      { days: Object.fromEntries(rows.map(({ date, visitors }) => [date, { visitors }])) },
      { days: Object.fromEntries(inside.map(({ date, visitors }) => [date, { visitors }])) },
      ['/days'],
    ],
    [
      'as rows of values',
      ['/rows/*', '/0', '/1'],
      { columns: ['date', 'visitors'], rows: rows.map(({ date, visitors }) => [date, visitors]) },
      { columns: ['date', 'visitors'], rows: inside.map(({ date, visitors }) => [date, visitors]) },
      ['/rows'],
    ],
    [
      'of a part of the traffic, on the same days',
      plain,
      { days: rows, 'by/source': [{ source: 'search', days: rows }] },
      { days: inside, 'by/source': [{ source: 'search', days: inside }] },
      ['/days', '/by~1source/0/days'],
    ],
    [
      'with several rows a day',
      ['/rows/*', '/date', '/value'],
      { rows: rows.flatMap(({ date }) => [1, 2].map((value) => ({ date, value }))) },
      { rows: inside.flatMap(({ date }) => [1, 2].map((value) => ({ date, value }))) },
      ['/rows'],
    ],
    ['empty as it is', plain, { days: [] }, { days: [] }, ['/days']],
  ])('%s', (_, places, body, expected, lists) => {
    expect(cut(body, places)).toEqual({ body: expected, lists, emptied: [] });
  });

  it('and names it if no entry is in the window', () => {
    expect(cut({ days: rows }, plain, { from: '2026-10-01', to: '2026-10-02' })).toEqual({
      body: { days: [] },
      lists: ['/days'],
      emptied: ['/days'],
    });
  });
});

describe('cutBody keeps a list whose entries have other dates', () => {
  it.each<[string, object]>([
    ['a list without dates', { engines: [{ name: 'ChatGPT', citations: 4 }] }],
    ['pages with the date of their publication', { pages: [{ date: '2026-11-02', visitors: 400 }] }],
    ['a date in another field', { notes: dates.map((on) => ({ on })) }],
    ['one entry without a date', { marks: [...rows, { visitors: 3 }] }],
    ['columns', { columns: { visitors: [1, 2, 3, 4] } }],
  ])('%s', (_, more) => {
    expect(cut({ days: rows, ...more }, plain)).toEqual({
      body: { days: inside, ...more },
      lists: ['/days'],
      emptied: [],
    });
  });

  it.each<[string, unknown]>([
    ['a body that its recipe does not fit', { report: [{ month: '2026-10', visitors: 1 }] }],
    ['a value that is no list', 'text'],
  ])('%s', (_, body) => {
    expect(cut(body, plain)).toEqual({ body, lists: [], emptied: [] });
  });
});

it.each([
  ['named', '/days'],
  ['bare', ''],
  ['data-meta', '/data'],
  ['results', '/results'],
  ['by-key', '/days'],
] as const)("cutBody cuts 90 days to the service's own week in the envelope %s", async (envelope, list) => {
  const sandbox = await closeAfterTest(startSandbox({ form: 2, seed: 1, quirks: { envelope } }));
  const path = `/api/v1/analytics?website_id=${sandbox.websites[0]?.id}&period=`;
  const places: Places = [`${list}/*`, envelope === 'by-key' ? '/#' : '/date', '/visitors'];
  const narrow = await plainGet(sandbox, `${path}7d`);
  const own = cut(narrow, places, { from: '2000-01-01', to: '2100-01-01' });
  expect(own.lists).toEqual([list]);
  const held: unknown = list === '' ? narrow : narrow[list.slice(1)];
  const days = Array.isArray(held) ? held.map(({ date }) => date as string) : Object.keys(held as object);
  const range = { from: days[0] ?? '', to: days[6] ?? '' };
  const wide = cut(await plainGet(sandbox, `${path}90d`), places, range);
  expect(wide.lists).toEqual([list]);
  const left = list === '' ? wide.body : (wide.body as Record<string, unknown>)[list.slice(1)];
  expect(left).toEqual(held);
});
