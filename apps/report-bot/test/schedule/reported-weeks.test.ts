import { expect, test } from 'vitest';
import { findRhythmFaults } from '../../src/schedule/reported-weeks.ts';

const now = Date.parse('2026-11-18T06:00:00Z');
const read = (cron: string, timezone = 'Europe/Berlin') =>
  findRhythmFaults({ id: 'one', cron, timezone }, now).map(({ isWarning, message }) => [
    isWarning ? 'warns' : 'fails',
    message.replace(/ \d+ more weeks/, ' N more weeks'),
  ]);

const advise = (cron: string) => `For each week once write cron: "${cron}".`;
const twice = (weeks: string, cron: string) => [
  'fails',
  `several times report the same week, and only the first of them sends: ${weeks} and N more weeks of a year. ${advise(cron)}`,
];
const never = (weeks: string, cron: string) => [
  'fails',
  `no time reports ${weeks} and N more weeks of a year; no recipient gets them. ${advise(cron)}`,
];

test.each([
  ['weekly on Monday', '0 9 * * 1'],
  ['weekly on Saturday', '30 23 * * 6'],
  ['in the hour that the clock leaves out', '30 2 * * 1'],
])('each week once is in order: %s', (_name, cron) => {
  expect(read(cron)).toEqual([]);
});

test.each([
  ['each month', '0 9 1 * *', [never('2026-W49, 2026-W50, 2026-W51', '0 9 * * 1')]],
  ['each day', '15 8 * * *', [twice('2026-W46, 2026-W47, 2026-W48', '15 8 * * 1')]],
  ['each minute', '* * * * *', [expect.arrayContaining(['fails'])]],
  ['twice a week', '0 9 * * 1,4', [twice('2026-W47, 2026-W48, 2026-W49', '0 9 * * 1')]],
  [
    'the first Monday as people write it',
    '0 9 1-7 * 1',
    [twice('2026-W48, 2026-W52, 2026-W53', '0 9 * * 1')],
  ],
  ['the first half of a month', '0 9 1-14 * *', [expect.anything(), expect.anything()]],
  ['each year', '0 9 5 1 *', [never('2027-W01, 2027-W02, 2027-W03', '0 9 * * 1')]],
])('weeks that are repeated or left out are an error: %s', (_name, cron, faults) => {
  expect(read(cron)).toEqual(faults);
});

test('one week in a year that the clock leaves out is an error, with a time that has none', () => {
  expect(read('30 23 * * 6', 'America/Nuuk')).toEqual([
    [
      'fails',
      expect.stringMatching(/^no time reports 2027-W1\d; no recipient gets them\. .*"30 23 \* \* 1"\.$/),
    ],
  ]);
});

test('Sundays are a warning, because the week is not over', () => {
  expect(read('0 18 * * 0')).toEqual([
    [
      'warns',
      `a Sunday belongs to a week that is not over, so each mail reports the week that ended seven days before. ${advise('0 18 * * 1')}`,
    ],
  ]);
});
