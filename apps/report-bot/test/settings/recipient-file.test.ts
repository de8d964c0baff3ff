import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSettings, type Recipient } from '../../src/settings/settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipient-file-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schedule = `schedules:
  - id: weekly
    cron: "0 9 * * 1"
    timezone: UTC
    recipients: readers.csv
`;

function read(csv: string | Buffer, more = schedule) {
  writeFileSync(join(folder, 'readers.csv'), csv);
  const text = `service:
  url: https://api.example.com
  key: $\{ANSWERSHARE_API_KEY}
smtp: {host: 127.0.0.1, port: 25, from: a@example.com}
clients:
  - {name: Acme, websites: [acme.com]}
${more}`;
  return parseSettings(join(folder, 'answershare.yaml'), text, {
    ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef0123456789abcdef',
    SMTP_PASSWORD: 'a-password-that-must-stay',
  });
}

const readRecipients = (csv: string): readonly Recipient[] => read(csv).schedules[0]?.recipients ?? [];

function readErrors(csv: string | Buffer, more = schedule): readonly string[] {
  try {
    read(csv, more);
  } catch (thrown) {
    return (thrown as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim().replace(`${folder}/`, ''));
  }
  throw new Error('the settings were accepted');
}

describe('a CSV file of recipients', () => {
  const ann = { to: 'ann@example.com', name: 'Ann, Müller', locale: 'de' };

  test.each([
    ['commas', '\ufeffto,name,locale\r\nann@example.com,"Ann, Müller",de\r\nbob@example.com,,\r\n'],
    [
      'semicolons and other columns’ order',
      'Locale;To;Name\nde;ann@example.com;Ann, Müller\n;bob@example.com;\n',
    ],
    ['tabs', 'to\tname\tlocale\nann@example.com\tAnn, Müller\tde\nbob@example.com\n'],
    [
      'empty lines and cells',
      '\nto,name,locale,\n\n,,,\nann@example.com , "Ann, Müller",de,\n\nbob@example.com,,,\n',
    ],
  ])('with %s is read', (_, csv) => {
    expect(readRecipients(csv)).toEqual([ann, { to: 'bob@example.com', name: null, locale: 'en' }]);
  });

  test('selects websites by client or by name', () => {
    const csv = 'to,client,websites\na@example.com,Acme,\nb@example.com,,acme.com | globex.com\n';
    expect(readRecipients(csv).map(({ websites }) => websites)).toEqual([
      ['acme.com'],
      ['acme.com', 'globex.com'],
    ]);
  });

  test('of an alert is read too', () => {
    const alert = `alerts:
  - {id: fall, timezone: UTC, figure: share, below: 30, recipients: readers.csv}
`;
    expect(read('to\nann@example.com\n', alert).alerts[0]?.recipients).toHaveLength(1);
  });

  test('holds no references: a name stays as it is written', () => {
    const reference = ['$', '{SMTP_PASSWORD}'].join('');
    const [recipient] = readRecipients(`to,name\nann@example.com,${reference}\n`);
    expect(recipient?.name).toBe(reference);
  });
});

describe('errors of a CSV file of recipients', () => {
  test('are reported at once, with their lines', () => {
    const csv = `to,naem,locale,client,websites,to
ann@example.com,Ann,xx-bad-locale-,,
not an address,"Bob
the builder",,,
ann@example.com,,,Acne,
c@example.com,,,Acme,acme.com
d@example.com,,,,,,more
rs_live_0123456789abcdef0123456789abcdef,,,,
`;
    const errors = readErrors(csv);
    expect(errors).toEqual([
      'readers.csv:1  has the column "naem", which is not known; did you mean "name"? The columns are to, name, locale, client, websites.',
      'readers.csv:1  has the column "to" twice; remove one of the two.',
      expect.stringMatching(/^readers\.csv:2 {2}locale "xx-bad-locale-" /),
      'readers.csv:4  to "not an address" is not a mail address; write it as ann@example.com.',
      expect.stringMatching(
        /^readers\.csv:5 {2}to "ann@example\.com" is a recipient of this schedule already/,
      ),
      'readers.csv:5  client "Acne" is not a client; did you mean "Acme"? There is Acme.',
      'readers.csv:6  client "Acme" goes without websites; remove one of the two.',
      'readers.csv:7  has more cells than the first line; quote a cell with a separator in it.',
      'readers.csv:8  has an API key in column "to"; remove it.',
      'readers.csv:8  to is missing; add it.',
    ]);
    expect(errors.join()).not.toContain('rs_live_');
  });

  test('are the first 200 of a file that is wrong throughout', () => {
    const errors = readErrors(`to,locale\n${'Ann,?,more\n'.repeat(20_000)}`);
    expect(errors).toHaveLength(201);
    expect(errors.at(-1)).toEqual(expect.stringMatching(/^and \d{5} more$/));
    expect(readErrors(`to\n${'Ann\n'.repeat(20_001)}`)).toEqual([
      'answershare.yaml:11  schedules[0].recipients "readers.csv" has more than 20000 recipients; split it into several schedules.',
    ]);
  });

  test('name a mailbox that occurs twice', () => {
    expect(readErrors('to\nann@example.com\nbob@example.com\nANN@example.com\n')).toEqual([
      expect.stringMatching(
        /^readers\.csv:4 {2}to "ANN@example\.com" is a recipient of this schedule already/,
      ),
    ]);
  });

  test('include an unknown client and those of the settings', () => {
    expect(readErrors('to,client\nann@example.com,Acne\n', `${schedule}    groupBy: nothing\n`)).toEqual([
      expect.stringMatching(/^answershare\.yaml:12 {2}schedules\[0\]\.groupBy /),
      'readers.csv:2  client "Acne" is not a client; did you mean "Acme"? There is Acme.',
    ]);
    expect(readErrors('to,client\nann@example.com,Acne\n')).toEqual([
      'readers.csv:2  client "Acne" is not a client; did you mean "Acme"? There is Acme.',
    ]);
  });

  test.each([
    [
      'without a column of addresses',
      'name\nAnn\n',
      'has no column "to" in its first line; the columns are to, name, locale, client, websites',
    ],
    [
      'without a line',
      '',
      'has no column "to" in its first line; the columns are to, name, locale, client, websites',
    ],
    [
      'in another encoding',
      Buffer.from('to,name\nann@example.com,M\xfcller\n', 'latin1'),
      'is not text in UTF-8; recipients are a list, or the name of a CSV file',
    ],
    [
      'of more than 2 MB',
      `to\n${'a@example.com\n'.repeat(160_000)}`,
      'is longer than 2 MB; recipients are a list, or the name of a CSV file',
    ],
    ['of too many columns', `to${',odd'.repeat(499_999)}`, 'has more than 100 columns in its first line'],
  ])('%s name the settings that name the file', (_, csv, why) => {
    expect(readErrors(csv)).toEqual([`answershare.yaml:11  schedules[0].recipients "readers.csv" ${why}.`]);
  });

  test('name a missing file, and a quote that is not closed', () => {
    const [missing] = readErrors('', schedule.replace('readers.csv', 'ann@example.com'));
    expect(missing).toContain(
      '"ann@example.com" does not exist; recipients are a list, or the name of a CSV file.',
    );
    expect(readErrors('to,name\nann@example.com,"Ann\n')).toEqual([
      'answershare.yaml:11  schedules[0].recipients "readers.csv" has a quote (") up to line 2 that is not closed, or not around a whole cell.',
    ]);
  });
});
