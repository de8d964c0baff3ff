import { figureNames, figureOf, listFigureNames } from '@answershare/core';
import { describe, expect, test } from 'vitest';
import { functions } from '../../src/functions/functions.ts';
import { createTranslate, type Language, languages } from '../../src/texts/texts.ts';
import {
  computeHistoryChanges,
  type DayRecord,
  findHistoryLayout,
  historyColumns,
  historyHeadings,
  toDayRecord,
} from '../../src/tracking/history.ts';

const headingsIn = (language: Language): readonly string[] =>
  historyColumns.map((column) => createTranslate(language)(historyHeadings[column]));
const headings = headingsIn('en');
const dateOf = (cell: Date): string => cell.toISOString().slice(0, 10);

const record = (id: string, part: Partial<DayRecord> = {}): DayRecord => ({
  date: '2026-11-16',
  id,
  website: id,
  authority: 70,
  share: 0.4,
  citations: 12,
  method: 'of 100',
  notes: '',
  ...part,
});

function changes(values: readonly (readonly unknown[])[], ...records: DayRecord[]) {
  const layout = findHistoryLayout(values);
  if ('missing' in layout) throw new Error(`missing ${layout.missing.join()}`);
  return computeHistoryChanges(values, layout, records, dateOf);
}

describe('headings', () => {
  test.each(languages)('in %s are found', (language) => {
    const layout = findHistoryLayout([headingsIn(language)]);
    expect(layout).toMatchObject({ headingRow: 1, columns: { date: 1, id: 2, notes: 8 } });
  });

  test('are found below a title, in another order, with columns between', () => {
    const moved = ['Citations', 'Mine', ...headings.filter((one) => one !== 'Citations')];
    expect(findHistoryLayout([['My history'], [], moved])).toMatchObject({
      headingRow: 3,
      columns: { citations: 1, date: 3, id: 4 },
    });
  });

  test('that are missing are named', () => {
    expect(findHistoryLayout([headings.filter((one) => one !== 'Date' && one !== 'Notes')])).toEqual({
      missing: ['date', 'notes'],
    });
    expect(findHistoryLayout([])).toMatchObject({ missing: expect.arrayContaining(['date', 'id']) });
  });
});

describe('rows', () => {
  test('of a website and day are added once, also within one run', () => {
    const { added } = changes([headings], record('a'), record('a'), record('b'));
    expect(added.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('that exist are found by date cell or text, in any order', () => {
    const values = [
      headings,
      ['2026-11-16', 'b', 'B', 1, 0.1, 1, '', ''],
      [new Date('2026-11-15T00:00:00Z'), 'a', 'A', 1, 0.1, 1, '', ''],
      [new Date('2026-11-16T00:00:00Z'), 'a', 'A', 1, 0.1, 1, '', ''],
    ];
    expect(changes(values, record('a'), record('b'), record('c'))).toMatchObject({
      added: [{ id: 'c' }],
      changed: [],
    });
  });

  test('keep their figures and get only blanks filled', () => {
    const values = [headings, ['2026-11-16', 'a', 'A', 5, '', '', '', 'competitors: [timeout]']];
    expect(changes(values, record('a', { citations: null })).changed).toEqual([
      { row: 2, column: 5, value: 0.4 },
      { row: 2, column: 7, value: 'of 100' },
      { row: 2, column: 8, value: '' },
    ]);
    const noted = [headings, ['2026-11-16', 'a', 'A', 5, '', 1, 'x', 'mine']];
    expect(changes(noted, record('a')).changed).toEqual([{ row: 2, column: 5, value: 0.4 }]);
    const zero = [headings, ['2026-11-16', 'a', 'A', 0, 0, 0, '', '']];
    expect(changes(zero, record('a'))).toMatchObject({ filled: 0, changed: [] });
  });
});

test('a figure answered on another day is not recorded for this one', () => {
  const website = { id: 'a', name: 'A', domain: null };
  const given = <T>(value: T, at: string) => ({
    ok: true as const,
    website,
    value,
    fetchedAt: Date.parse(at),
    stale: null,
    until: 0,
  });
  const authority = { score: 70, scale: 100, components: [{ name: 'Links', score: 1, weight: 0.25 }] };
  const made = toDayRecord(
    website,
    '2026-11-16',
    {
      authority: given(authority, '2026-11-16T01:00:00Z'),
      competitors: given(
        { shareOfVoice: 0.4, mentions: null, totalMentions: null, competitors: [] },
        '2026-11-15T23:00:00Z',
      ),
      citations: { ok: false, code: 'forbidden', sentence: 'No.', everywhere: false, until: 0 },
    },
    (instant) => new Date(instant).toISOString().slice(0, 10),
  );
  expect(made).toEqual({
    date: '2026-11-16',
    id: 'a',
    website: 'A',
    authority: 70,
    share: null,
    citations: null,
    method: 'of 100: Links 25 %',
    notes: 'competitors: [old] 2026-11-15; citations: [forbidden]',
  });
});

describe('the catalogue of figures', () => {
  const names = functions.map(({ name }) => name);
  test.each(figureNames)('names functions of %s that exist', (figure) => {
    expect(names).toEqual(expect.arrayContaining(Object.values(figureOf(figure).functions)));
  });

  test('gives each figure of the history a function for its change', () => {
    const changes = listFigureNames('column').map((figure) => figureOf(figure).functions.change);
    expect(changes.toSorted()).toEqual(names.filter((name) => name.endsWith('_CHANGE')).toSorted());
  });
});
