import { execFileSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import { type Figure, listFigures } from '../../src/digest/figures.ts';
import { createWebsites, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { createFiguresFile, formatFiguresCsv, maxFileBytes } from '../../src/renderers/data/figures-file.ts';

/** What Python's reader finds: a check by other hands. */
const pythonReader = `
import csv, io, json, sys
text = sys.stdin.buffer.read().decode("utf-8-sig")
print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), strict=True))))`;

const readCsv = (content: string | Uint8Array): string[][] =>
  JSON.parse(execFileSync('python3', ['-c', pythonReader], { input: content, encoding: 'utf8' }));

const digest = buildDigest(fixtureWeeks.fall());
const [first] = listFigures(digest).map(({ figure }) => figure);

/** The cells `website` and `change` of a row for each of these names. */
function readNamed(names: readonly string[]): (readonly [string | undefined, string | undefined])[] {
  if (first === undefined) throw new Error('the week has no figure');
  const figures = names.map((website): Figure => ({ ...first, website, change: -9.75 }));
  const [head = [], ...rows] = readCsv(formatFiguresCsv(figures, '\r\n'));
  return rows.map((row) => [row[head.indexOf('website')], row[head.indexOf('change')]]);
}

test('a name that a spreadsheet would run begins with an apostrophe; a negative number stays one', () => {
  const starts = [
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '\0',
    '＝',
    '＋',
    '－',
    '＠',
    ' =',
    '\u200b=',
    '\ufeff=',
  ];
  const names = [...starts.map((start) => `${start}1+1`), '=a,"b"\r\nc', '-2+3+cmd|" /C calc"!A0'];
  expect(readNamed(names)).toEqual(names.map((name) => [`'${name}`, '-9.75']));
});

/** Names that begin a formula after a separator of some dialect. */
const separatedFormulas = [
  ['Acme;=1+1', "Acme;'=1+1"],
  ['a;@SUM(1)', "a;'@SUM(1)"],
  ['a\t-1', "a\t'-1"],
  ['a\t\t=1', "a\t\t'=1"],
  ['a, "=1', 'a,\' "=1'],
  ['a;"=1+1', 'a;\'"=1+1'],
  ['a;\u00a0\u200b＝1', "a;'\u00a0\u200b＝1"],
  ['a\r\n+1', "a\r\n'+1"],
  ["Acme;=cmd|' /C calc'!A0;x", "Acme;'=cmd|' /C calc'!A0;x"],
] as const;

test('nor is it one after a separator inside the name', () => {
  expect(readNamed(separatedFormulas.map(([name]) => name))).toEqual(
    separatedFormulas.map(([, cell]) => [cell, '-9.75']),
  );
});

test.each([',', ';', '\t'])('no cell is a formula for a program that splits at %j', (delimiter) => {
  if (first === undefined) throw new Error('the week has no figure');
  const [signs, blanks] = [
    ['=', '+', '-', '@', '＝'],
    ['', ' ', '"', '" "', '\u00a0', '\0'],
  ];
  const names = [',', ';', '\t', '\n', ';;', ',;', '\t\t', ';,"', ''].flatMap((separator) =>
    blanks.flatMap((blank) => signs.map((sign) => `a${separator}${blank}${sign}1+1${separator}b`)),
  );
  const figures = names.map((website): Figure => ({ ...first, website, client: website, change: -9.75 }));
  const options = { delimiter, relax_quotes: true, relax_column_count: true, quote: '"' };
  for (const quote of ['"', null])
    for (const cell of (parse(formatFiguresCsv(figures), { ...options, quote }) as string[][]).flat())
      if (!/^-\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u);
});

test('every other name stays as it is', () => {
  const names = ['acme.com', 'a, "b"', 'a\r\nb', 'a=b', "it's", '東京.example', '"'];
  expect(readNamed(names)).toEqual(names.map((name) => [name, '-9.75']));
});

describe('the file', () => {
  test('has every figure of the digest, unrounded, after a byte order mark and with CRLF', () => {
    const made = createFiguresFile(digest);
    const content = Buffer.from(made?.file.content ?? []);
    expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(content.toString('utf8').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const [head, ...rows] = readCsv(content);
    const figures = listFigures(digest).map(({ figure }) => figure);
    expect(head).toEqual(Object.keys(figures[0] ?? {}));
    expect(rows).toEqual(
      figures.map((figure) => Object.values(figure).map((value) => (value === null ? '' : String(value)))),
    );
  });

  test('has a name of ASCII letters, and one hash for equal figures', () => {
    const [one, same, other] = [digest, digest, buildDigest(fixtureWeeks.big())].map(
      (of) => createFiguresFile(of)?.file,
    );
    expect(one?.filename).toMatch(/^answershare-[a-z0-9-]+-2026-W47\.csv$/);
    expect(one).toEqual(same);
    expect(one?.cid).not.toBe(other?.cid);
  });

  test('has at most 2 MB for 500 websites with seven competitors each', () => {
    const made = createFiguresFile(buildDigest(createWebsites(500, 40)));
    expect(made?.complete).toBe(true);
    expect(made?.file.content.length).toBeGreaterThan(500_000);
    expect(made?.file.content.length).toBeLessThanOrEqual(maxFileBytes);
  });

  test('leaves out the competitors where it would be larger, and keeps every own figure', () => {
    const many = buildDigest(createWebsites(20, 4));
    const whole = createFiguresFile(many)?.file.content.length ?? 0;
    const made = createFiguresFile(many, undefined, whole - 1);
    expect(made?.complete).toBe(false);
    const [head = [], ...rows] = readCsv(made?.file.content ?? new Uint8Array());
    const own = listFigures(many).filter(({ competitor }) => competitor === null);
    expect(rows.map((row) => row[head.indexOf('figure')])).toEqual(own.map(({ figure }) => figure.figure));
  });
});
