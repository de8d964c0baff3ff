import { startSandbox } from '@answershare/sandbox';
import { describe, expect, it } from 'vitest';
import { matchesOf, readAnalytics, segmentsOf, toReading } from '../../src/index.ts';
import { cutBody as cutRead } from '../../src/windows/cut-body.ts';
import type { DateRange } from '../../src/windows/resolve.ts';
import { plainGet } from '../forms.ts';

const cutBody = (body: unknown, range: DateRange) => cutRead(body, range, toReading(readAnalytics(body)));

const week = { from: '2026-11-02', to: '2026-11-03' };
const dates = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
const rows = dates.map((date, at) => ({ date, visitors: at + 1 }));
const inside = rows.slice(1, 3);

describe('a list is cut to a window where its entries carry the dates of the days', () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    ['at the top', rows, inside, ['']],
    [
      'in an envelope, beside a total that stays',
      { data: { days: rows, total: 10 } },
      { data: { days: inside, total: 10 } },
      ['/data/days'],
    ],
    [
      'with the date in an object of the row',
      { data: rows.map((attributes) => ({ attributes })) },
      { data: inside.map((attributes) => ({ attributes })) },
      ['/data'],
    ],
    [
      'as an object keyed by date',
      { days: Object.fromEntries(rows.map(({ date, visitors }) => [date, { visitors }])) },
      { days: Object.fromEntries(inside.map(({ date, visitors }) => [date, { visitors }])) },
      ['/days'],
    ],
    [
      'as rows of values',
      { columns: ['date', 'visitors'], rows: rows.map(({ date, visitors }) => [date, visitors]) },
      { columns: ['date', 'visitors'], rows: inside.map(({ date, visitors }) => [date, visitors]) },
      ['/rows'],
    ],
    [
      'in each of several series',
      ['visitors', 'citations'].map((name) => ({
        name,
        points: rows.map(({ date }) => ({ date, value: 1 })),
      })),
      ['visitors', 'citations'].map((name) => ({
        name,
        points: inside.map(({ date }) => ({ date, value: 1 })),
      })),
      ['/0/points', '/1/points'],
    ],
    [
      'of a part of the traffic, on the same days',
      { days: rows, 'by/source': [{ source: 'search', days: rows }] },
      { days: inside, 'by/source': [{ source: 'search', days: inside }] },
      ['/days', '/by~1source/0/days'],
    ],
    [
      'with several rows a day',
      {
        rows: rows.flatMap(({ date }) =>
          ['visitors', 'citations'].map((metric) => ({ date, metric, value: 1 })),
        ),
      },
      {
        rows: inside.flatMap(({ date }) =>
          ['visitors', 'citations'].map((metric) => ({ date, metric, value: 1 })),
        ),
      },
      ['/rows'],
    ],
    ['empty as it is', { days: [] }, { days: [] }, ['/days']],
  ])('%s', (_, body, cut, lists) => {
    expect(cutBody(body, week)).toEqual({ body: cut, lists, emptied: [] });
  });

  it('and is named where no entry lies in the window', () => {
    expect(cutBody({ days: rows }, { from: '2026-10-01', to: '2026-10-02' })).toEqual({
      body: { days: [] },
      lists: ['/days'],
      emptied: ['/days'],
    });
  });
});

describe('a list stays whole where the dates of its entries are not known to be those of the days', () => {
  const left = (more: object) => ({ body: { days: inside, ...more }, lists: ['/days'], emptied: [] });

  it.each<[string, object]>([
    ['a list without dates', { engines: [{ name: 'ChatGPT', citations: 4 }] }],
    ['pages with the date of their publication', { pages: [{ date: '2026-11-02', visitors: 400 }] }],
    ['a date in another field', { notes: dates.map((on) => ({ on })) }],
    ['one entry without a date', { marks: [...rows, { visitors: 3 }] }],
    ['columns', { columns: { visitors: [1, 2, 3, 4] } }],
  ])('%s', (_, more) => {
    expect(cutBody({ days: rows, ...more }, week)).toEqual(left(more));
  });

  it.each<[string, unknown]>([
    [
      'a body that no reader understands',
      { report: ['2026-10', '2026-11'].map((month) => ({ month, visitors: 1 })) },
    ],
    [
      'dates that one row explains to the others',
      { days: ['03/11/2026', '13/11/2026'].map((date) => ({ date, visitors: 1 })) },
    ],
    ['columns of which one has the dates', { days: { visitors: [1, 2, 3, 4] } }],
    ['a value that is no list', 'text'],
  ])('%s', (_, body) => {
    expect(cutBody(body, week)).toEqual({ body, lists: [], emptied: [] });
  });
});

describe('a body of 90 days, cut to a week', () => {
  it.each(['named', 'bare', 'data', 'success-data', 'data-meta', 'results', 'by-key'] as const)(
    'in the envelope %s has the entries that the service gives for the week',
    async (envelope) => {
      const sandbox = await startSandbox({ form: 2, seed: 1, quirks: { envelope } });
      try {
        const path = `/api/v1/analytics?website_id=${sandbox.websites[0]?.id}&period=`;
        const narrow = await plainGet(sandbox, `${path}7d`);
        const reading = readAnalytics(narrow);
        if (!reading.ok) throw new Error(reading.reason);
        const [first, last] = [reading.value.days[0]?.date ?? '', reading.value.days[6]?.date ?? ''];
        const cut = cutBody(await plainGet(sandbox, `${path}90d`), { from: first, to: last });
        expect(cut.lists).toEqual([reading.trace.path]);
        const [list] = matchesOf(cut.body, segmentsOf(reading.trace.path) ?? []);
        expect(list).toEqual(matchesOf(narrow, segmentsOf(reading.trace.path) ?? [])[0]);
      } finally {
        await sandbox.close();
      }
    },
  );
});
