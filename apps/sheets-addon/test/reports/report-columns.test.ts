import { expect, test } from 'vitest';
import { computeReportLayout } from '../../src/actions/report-content.ts';
import { defineReport } from '../../src/actions/report-definitions.ts';
import { createTranslate } from '../../src/texts/texts.ts';
import { runAction } from '../support/actions.ts';
import { type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

type Grid = readonly (readonly unknown[])[];

/** A report of all websites whose headings and rows `change` has modified, with its range named as Sheets would. */
async function changedReport(addon: LocalAddon, change: (rows: Grid) => Grid, columns: string) {
  const { sheet } = addon.host;
  const { tab } = await runAction(addon.host, 'insertReport', {
    kind: 'overview',
    website: '',
    as: 'values',
  });
  const place = (a1: string): string => `'${tab}'!${a1}`;
  const rows = change(sheet.values(place('A4:G12')));
  sheet.typeRows(
    place('A4'),
    rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' && cell !== '' ? `'${cell}` : cell)),
    ) as never,
  );
  sheet.name(Object.keys(sheet.names())[0] ?? '', place(`${columns.replace(':', '4:')}12`));
  const { faults } = await runAction(addon.host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
  return {
    faults,
    rows,
    status: String(sheet.values(place('A2'))[0]?.[0]),
    now: sheet.values(place('A4:H12')),
  };
}

test('a refresh finds a report’s columns by their headings, around an inserted column', async () => {
  await using addon = await startConnectedAddon(2);
  const inserted = await changedReport(
    addon,
    (rows) => rows.map(([id, ...rest], at) => [id, at === 0 ? 'My manager' : `Person ${at}`, ...rest]),
    'A:H',
  );
  expect(inserted.faults).toEqual([]);
  expect(inserted.now).toEqual(inserted.rows);
  expect(inserted.now[1]).toEqual([
    expect.any(String),
    'Person 1',
    expect.any(String),
    expect.any(String),
    70,
    expect.any(Number),
    expect.any(Number),
    '',
  ]);
});

test('a refresh follows moved columns', async () => {
  await using addon = await startConnectedAddon(1);
  const moved = await changedReport(
    addon,
    (rows) =>
      rows.map(([id, website, domain, authority, ...rest]) => [authority, id, website, domain, ...rest, '']),
    'A:G',
  );
  expect(moved.faults).toEqual([]);
  expect(moved.now).toEqual(moved.rows);
});

test('a report without one of its headings is not written, and names the heading', async () => {
  await using addon = await startConnectedAddon(2);
  const cut = await changedReport(
    addon,
    (rows) =>
      rows.map(([id, website, _, ...rest], at) => [
        id,
        website,
        ...rest,
        at === 0 ? 'My target' : 1000 + at,
        '',
      ]),
    'A:F',
  );
  const sentence =
    'The report “All websites” is not written, because A4:F4 no longer has each of its headings once: “Id”. Restore the missing ones, or insert the report again.';
  expect(cut.faults).toEqual([sentence]);
  expect(cut.now).toEqual(cut.rows);
  expect(cut.status).toContain(sentence);
});

test('headings are found in the language in which they were written, and a duplicate heading is not used', () => {
  const engines = defineReport('engines', 'w');
  const spanish = ['Citas', 'mine', ' motor ', 'Parte del total'];
  expect(computeReportLayout(spanish, engines, createTranslate('de'))).toEqual({ columns: [2, 0, 3] });
  expect(computeReportLayout(spanish.slice(0, 3), engines, createTranslate('de'))).toEqual({
    missing: ['Parte del total'],
  });
  expect(
    computeReportLayout(['Engine', 'Citations', 'Share of all', 'Citations'], engines, createTranslate('en')),
  ).toEqual({
    missing: ['Citations'],
  });
  expect(computeReportLayout([], engines, createTranslate('de'))).toEqual({
    missing: ['KI-Suche', 'Nennungen', 'Anteil an allen'],
  });
});
