import { formatPeriodFault, redact, toCalendarDate, translatePeriod } from '@answershare/core';
import { describe, expect, test } from 'vitest';
import { translateWord } from '../../src/cells/argument-words.ts';
import { aggregateDays, indexDays } from '../../src/cells/day-rows.ts';
import { formatFault, isTransientCode } from '../../src/cells/fault-text.ts';
import { chooseMetrics } from '../../src/cells/metrics.ts';
import { readOptions, readTextArgument } from '../../src/cells/option-arguments.ts';
import {
  type PeriodCalendar,
  readHistoryArgument,
  readSinceArgument,
  readWindowArgument,
} from '../../src/cells/window-argument.ts';

const calendar: PeriodCalendar = {
  dateOfCell: (cell) => cell.toISOString().slice(0, 10),
  today: () => toCalendarDate(Date.now()),
  locale: () => 'en_US',
  words: () => ({
    formatPeriodFault,
    translatePeriod,
    translateWord,
    isTransientCode,
    formatCellFault: formatFault,
    redact,
  }),
};

describe('window', () => {
  const week = { from: '2026-11-01', to: '2026-11-07' };

  test.each([
    [[['2026-11-01'], [new Date('2026-11-07')]], week],
    [[[1_793_534_400, '2026-11-07']], week],
    ['2026-11-01T10:00:00Z..2026-11-07T23:59:59Z', week],
    ['2026-11-01T23:30:00-02:00..2026-11-07 10:00', { from: '2026-11-02', to: '2026-11-07' }],
    [new Date('2026-11-07'), { from: '2026-11-07', to: '2026-11-07' }],
    ['\u00a0 2026-11-01\u00a0\u2013 2026-11-07 \u200b', week],
  ])('parses %j', (argument, window) => {
    expect(readWindowArgument(argument, calendar)).toEqual(window);
  });

  test.each([[''], [undefined], [[['']]], [30], [' 30 D ']])('takes %j for 30 days', (argument) => {
    expect(readWindowArgument(argument, calendar)).toEqual(readWindowArgument('30d', calendar));
  });

  test.each([
    [[['2026-11-01', '']], 'A blank is not a date.'],
    [[[1, 2, 3]], 'A range of 3 cells is not a period.'],
    [[[true, false]], '"true" is not a date.'],
    [45_962, '45962 is 2025-11-01 as a number, as a date becomes in joined text. '],
    [
      [[1_793_534_400_000, 1_794_052_800_000]],
      '1793534400000 is in milliseconds, and unix time counts seconds.',
    ],
    [
      [[45_962, 45_968]],
      '45962..45968 is 2025-11-01 to 2025-11-07 as a number, as a date becomes in joined text. ',
    ],
    ['0d', '"0d" is too short or too long: a period has 1 to 36525 days. Write 7d or 4w.'],
    [
      '..2020-01-01',
      /^Without a start the period begins on \d{4}-\d\d-\d\d, after its end 2020-01-01\. Write a start, such as 2020-01-01\.\.2020-01-01\.$/,
    ],
  ])('refuses %j with the reason', (argument, sentence) => {
    expect(() => readWindowArgument(argument, calendar)).toThrow(sentence);
  });
});

describe('since', () => {
  test('takes days, a date, or a period up to today', () => {
    expect(readSinceArgument('', calendar)).toEqual({ days: 7 });
    expect(readSinceArgument('4w', calendar)).toEqual({ days: 28 });
    expect(readSinceArgument(90, calendar)).toEqual({ days: 90 });
    expect(readSinceArgument('2026-11-01', calendar)).toEqual({ date: '2026-11-01' });
    expect(readSinceArgument('2020-02-01..', calendar)).toEqual({ date: '2020-02-01' });
  });

  test('refuses a period that ended', () => {
    expect(() => readSinceArgument('2020-02', calendar)).toThrow(
      'The period ends on 2020-02-29, but a change ends on the newest tracked day. Write the start, such as 7d or 2020-02-01.',
    );
  });

  test('a history takes the days of a period, or its first date alone', () => {
    expect(readHistoryArgument('2020-02', calendar)).toEqual({
      since: { date: '2020-02-01' },
      until: '2020-02-29',
    });
    expect(readHistoryArgument('2020-02-01', calendar)).toEqual({
      since: { date: '2020-02-01' },
      until: null,
    });
    expect(readHistoryArgument('90d', calendar)).toEqual({ since: { days: 90 }, until: null });
  });
});

const showFault = (call: () => unknown): string => {
  try {
    return `no fault but ${JSON.stringify(call())}`;
  } catch (thrown) {
    return formatFault(thrown);
  }
};

describe('options', () => {
  const choices = { headers: ['yes', 'no'], order: ['asc', 'desc'] } as const;
  const read = (text: unknown) =>
    readOptions(text, { headers: [...choices.headers], order: [...choices.order] }, calendar);

  test('uses the first choice as the default', () => {
    expect(read('')).toEqual({ headers: 'yes', order: 'asc' });
    expect(read(' Headers = NO ; order=desc;')).toEqual({ headers: 'no', order: 'desc' });
  });

  test.each([
    ['header=no', ' Did you mean headers=no?'],
    ['headers', ''],
    ['headers=maybe', ''],
    ['order=decs', ' Did you mean order=desc?'],
    ['constructor=x', ''],
  ])('refuses %s', (text, question) => {
    expect(showFault(() => read(text))).toContain(
      `The option "${text}" does not exist here.${question} Choose headers=yes|no or order=asc|desc.`,
    );
  });
});

describe('metrics', () => {
  const day = {
    date: '2026-11-01',
    visitors: 3,
    pageviews: null,
    citations: 1,
    metrics: { bounceRate: 0.4 },
  };
  const labels = (argument: unknown) => chooseMetrics(argument, [day], calendar).map(({ label }) => label);

  test('selects all for a blank, including those that the specification does not name', () => {
    expect(labels('')).toEqual(['Visitors', 'Pageviews', 'Citations', 'bounceRate']);
    expect(chooseMetrics('bounce rate', [day], calendar).map((metric) => metric.of(day))).toEqual([0.4]);
  });

  test('reads names from a text or from cells, in their order', () => {
    expect(labels('citations; Visitors')).toEqual(['Citations', 'Visitors']);
    expect(labels([['citations', 'visitors', '']])).toEqual(['Citations', 'Visitors']);
  });

  test('sums counts over several days, and takes the mean of rates, scores and averages', () => {
    const names = ['bounceRate', 'avg_time', 'score', 'orders', 'operators'];
    const days = [1, 2, 3].map((number) => ({
      ...day,
      date: `2026-11-0${number}`,
      metrics: Object.fromEntries(names.map((name) => [name, number])),
    }));
    const span = { from: '2026-11-01', to: '2026-11-03' };
    const terms = { openFrom: '2026-11-04', allowsGaps: false };
    const figures = names.map((name) =>
      chooseMetrics(name, days, calendar).map((metric) =>
        aggregateDays(indexDays(days), metric, span, terms),
      ),
    );
    expect(figures).toEqual([[2], [2], [2], [6], [6]]);
  });

  test('refuses an unknown name and lists the known ones', () => {
    expect(showFault(() => labels('vistors'))).toContain(
      'There is no metric "vistors". Did you mean visitors? Choose visitors, pageviews, citations or bouncerate.',
    );
  });
});

test('an argument of one cell refuses a range', () => {
  expect(readTextArgument([[' ChatGPT ']], 'engine')).toBe('ChatGPT');
  expect(readTextArgument(42, 'engine')).toBe('42');
  expect(() => readTextArgument([['a'], ['b']], 'engine')).toThrow(
    'The engine is a range here. Give one cell or a text.',
  );
});
