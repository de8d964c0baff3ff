import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildDigest } from '../src/digest/digest.ts';
import { type Figure, listFigures } from '../src/digest/figures.ts';
import { fixtureWeeks } from '../src/digest/fixture-weeks.ts';
import { formatFiguresCsv } from '../src/renderers/data/figures-file.ts';

const [figure] = listFigures(buildDigest(fixtureWeeks.fall())).map((one) => one.figure);
const signs = ['=', '+', '-', '@'];
const names = ['', ',', ';', '\t', '\n'].flatMap((separator) =>
  ['', ' ', '"'].flatMap((blank) => signs.map((sign) => `a${separator}${blank}${sign}1+1${separator}b`)),
);

/** LibreOffice as the spreadsheet: Debian's libreoffice-calc-nogui. Field separator, text delimiter, UTF-8, formulas on. */
test.each([
  ['comma', 44],
  ['semicolon', 59],
  ['tab', 9],
])('LibreOffice that splits at %s and evaluates formulas finds none', (_, separator) => {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-csv-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (figure === undefined) throw new Error('the week has no figure');
  const figures = [...names, ...signs.map((sign) => `${sign}1+1`)].map(
    (website): Figure => ({ ...figure, website, client: website, change: -9.75 }),
  );
  writeFileSync(join(folder, 'figures.csv'), formatFiguresCsv(figures, '\r\n'));
  const filter = `CSV:${separator},34,76,1,,1033,false,true,false,false,false,-1,true`;
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      ...['--headless', `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', folder],
      join(folder, 'figures.csv'),
    ],
    { stdio: 'pipe' },
  );
  const sheet = readFileSync(join(folder, 'figures.fods'), 'utf8');
  expect(sheet).toContain('-9.75');
  expect(sheet.match(/table:formula="[^"]*"/g) ?? []).toEqual([]);
});
