/** A period as written on Saturday 2026-11-21, and its inclusive days or the note of the cell. */
export interface PeriodExample {
  readonly written: string | number;
  readonly meaning: string;
  readonly shows: `${string} to ${string}` | { readonly note: string };
  /** Of the spreadsheet; absent where every locale gives the same. */
  readonly locale?: string;
}

/** Today of the examples in the spreadsheet's zone. */
export const exampleToday = '2026-11-21';

const days = (
  written: string | number,
  from: string,
  to: string,
  meaning: string,
  locale?: string,
): PeriodExample => ({
  written,
  meaning,
  shows: `${from} to ${to}`,
  ...(locale === undefined ? {} : { locale }),
});

const fault = (written: string, note: string, meaning: string, locale?: string): PeriodExample => ({
  written,
  meaning,
  shows: { note },
  ...(locale === undefined ? {} : { locale }),
});

/** `docs/FUNCTIONS.md` shows the rows without a note, but no second spelling. A test runs each row. */
export const periodExamples: readonly PeriodExample[] = [
  days('7d', '2026-11-15', '2026-11-21', 'seven days, of which today is one'),
  days(30, '2026-10-23', '2026-11-21', 'a number of days with today'),
  days('30', '2026-10-23', '2026-11-21', 'the same as text'),
  days('7 days', '2026-11-15', '2026-11-21', 'the same as `7d`'),
  days('4w', '2026-10-25', '2026-11-21', 'four weeks with today; also `4 weeks`'),
  days('2m', '2026-09-22', '2026-11-21', 'two months with today; also `2 months`'),
  days('3m', '2026-08-22', '2026-11-21', 'three months with today'),
  days('1q', '2026-08-22', '2026-11-21', 'a quarter with today; also `1 quarter`'),
  days('1y', '2025-11-22', '2026-11-21', 'a year with today; also `1 year`'),
  days('last 7 days', '2026-11-14', '2026-11-20', 'seven whole days, without today'),
  days('last 4 weeks', '2026-10-19', '2026-11-15', 'four whole weeks before this one, from Monday'),
  days('last 2 months', '2026-09-01', '2026-10-31', 'two whole months before this one'),
  days('LAST_30_DAYS', '2026-10-22', '2026-11-20', 'as Google Ads writes it; case does not matter'),
  days('today', '2026-11-21', '2026-11-21', 'today'),
  days('yesterday', '2026-11-20', '2026-11-20', 'the day before'),
  days('this week', '2026-11-16', '2026-11-21', 'from Monday up to today; also `WTD`'),
  days('this week sun', '2026-11-15', '2026-11-21', 'from Sunday up to today'),
  days('last week', '2026-11-09', '2026-11-15', 'Monday to Sunday'),
  days('last week sun', '2026-11-08', '2026-11-14', 'Sunday to Saturday'),
  days('LAST_WEEK_SUN_SAT', '2026-11-08', '2026-11-14', 'the same, as Google Ads writes it'),
  days('this month', '2026-11-01', '2026-11-21', 'from the first up to today'),
  days('MTD', '2026-11-01', '2026-11-21', 'month to date'),
  days('last month', '2026-10-01', '2026-10-31', 'the whole month before this one'),
  days('this quarter', '2026-10-01', '2026-11-21', 'from its first day up to today'),
  days('QTD', '2026-10-01', '2026-11-21', 'quarter to date'),
  days('last quarter', '2026-07-01', '2026-09-30', 'the whole quarter before this one'),
  days('this year', '2026-01-01', '2026-11-21', 'from 1 January up to today'),
  days('YTD', '2026-01-01', '2026-11-21', 'year to date'),
  days('last year', '2025-01-01', '2025-12-31', 'the whole year before this one'),
  days('2026-10', '2026-10-01', '2026-10-31', 'a month'),
  days('2026-11', '2026-11-01', '2026-11-21', 'the current month ends today'),
  days('2026-Q3', '2026-07-01', '2026-09-30', 'a quarter; also `Q3 2026`'),
  days('2026-Q4', '2026-10-01', '2026-11-21', 'the current quarter ends today'),
  days('2026-11-05', '2026-11-05', '2026-11-05', 'one day'),
  days('2026-11-01..2026-11-07', '2026-11-01', '2026-11-07', 'two dates, both inclusive'),
  days('2026-11-01 to 2026-11-07', '2026-11-01', '2026-11-07', 'the same'),
  days('2026-11-01 - 2026-11-07', '2026-11-01', '2026-11-07', 'the same, also without spaces'),
  days('2026-11-01 – 2026-11-07', '2026-11-01', '2026-11-07', 'the same with a dash'),
  days('2026-11-01:2026-11-07', '2026-11-01', '2026-11-07', 'the same with a colon'),
  days('2026-09..2026-10', '2026-09-01', '2026-10-31', 'two months'),
  days('2026-11-01..', '2026-11-01', '2026-11-21', 'without an end: up to today'),
  days('2026-11-01..yesterday', '2026-11-01', '2026-11-20', 'up to yesterday'),
  days(
    '..2026-11-07',
    '2026-08-24',
    '2026-11-07',
    'without a start: from the first of the 90 days up to today',
  ),
  days(
    '1793527200..1794045600',
    '2026-11-01',
    '2026-11-07',
    'unix seconds, as dates of the spreadsheet’s zone',
  ),
  days('1.11.2026 - 7.11.2026', '2026-11-01', '2026-11-07', 'day.month.year by the locale', 'de_DE'),
  days('01/11/2026..07/11/2026', '2026-11-01', '2026-11-07', 'day/month/year by the locale', 'en_GB'),
  days('11/1/2026..11/7/2026', '2026-11-01', '2026-11-07', 'month/day/year by the locale', 'en_US'),
  days('2026/11/01 to 2026/11/07', '2026-11-01', '2026-11-07', 'year/month/day', 'ja_JP'),
  fault(
    '1/11/2026',
    '"1/11/2026" can mean 2026-11-01 or 2026-01-11, and the locale ja_JP does not decide. Write one of these.',
    'the locale writes the year first',
    'ja_JP',
  ),
  fault(
    '13/11/2026',
    '"13/11/2026" is not a date in the locale en_US, which writes month/day/year. Write 2026-11-13.',
    'there is no month 13',
    'en_US',
  ),
  fault(
    '2026',
    '2026 can mean a year or a number of days. Write 2026-01-01..2026-12-31 for the year, or 2026d for the days.',
    'a year or days',
  ),
  fault(
    '5 wekks',
    '"5 wekks" is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.',
    'a misspelt word',
  ),
  fault(
    '2026-11-01..soon',
    '"soon" is not a date. Write dates such as 2026-11-01..2026-11-07.',
    'an end that is no date',
  ),
  fault(
    '2026-02-30..2026-03-01',
    '"2026-02-30" is in no calendar. Write dates such as 2026-11-01..2026-11-07.',
    'a day that does not exist',
  ),
  fault(
    '2026-11-07..2026-11-01',
    'The period starts on 2026-11-07, after its end 2026-11-01. Exchange the two dates.',
    'the ends exchanged',
  ),
  fault(
    '2027-01',
    '"2027-01" starts on 2027-01-01, after today (2026-11-21). Write a period that has begun, such as 7d or last month.',
    'a month to come',
  ),
];

/** `7d` around midnight: the days that ANALYTICS shows, and those that are partial at this moment. */
export interface MidnightExample {
  readonly zone: string;
  /** Local time without its offset, and the instant. */
  readonly local: string;
  readonly instant: string;
  readonly from: string;
  readonly to: string;
  readonly wholeTo: string;
  /** Not over in the spreadsheet's zone or at the service. */
  readonly partial: readonly string[];
}

const midnight = (
  zone: string,
  [local, instant]: readonly [string, string],
  [from, to]: readonly [string, string],
  wholeTo: string,
  ...partial: readonly string[]
): MidnightExample => ({ zone, local, instant, from, to, wholeTo, partial });

const newDay = ['2026-11-15', '2026-11-21'] as const;
const oldDay = ['2026-11-14', '2026-11-20'] as const;

export const midnightExamples: readonly MidnightExample[] = [
  midnight(
    'America/Los_Angeles',
    ['2026-11-20 15:59', '2026-11-20T23:59:00Z'],
    oldDay,
    '2026-11-19',
    '2026-11-20',
  ),
  midnight(
    'America/Los_Angeles',
    ['2026-11-20 16:00', '2026-11-21T00:00:00Z'],
    oldDay,
    '2026-11-19',
    '2026-11-20',
  ),
  midnight(
    'America/Los_Angeles',
    ['2026-11-20 23:59', '2026-11-21T07:59:00Z'],
    oldDay,
    '2026-11-19',
    '2026-11-20',
  ),
  midnight(
    'America/Los_Angeles',
    ['2026-11-21 00:00', '2026-11-21T08:00:00Z'],
    newDay,
    '2026-11-20',
    '2026-11-21',
  ),
  midnight('Etc/UTC', ['2026-11-20 23:59', '2026-11-20T23:59:00Z'], oldDay, '2026-11-19', '2026-11-20'),
  midnight('Etc/UTC', ['2026-11-21 00:00', '2026-11-21T00:00:00Z'], newDay, '2026-11-20', '2026-11-21'),
  midnight('Asia/Tokyo', ['2026-11-20 23:59', '2026-11-20T14:59:00Z'], oldDay, '2026-11-19', '2026-11-20'),
  midnight(
    'Asia/Tokyo',
    ['2026-11-21 00:00', '2026-11-20T15:00:00Z'],
    newDay,
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ),
  midnight(
    'Asia/Tokyo',
    ['2026-11-21 08:30', '2026-11-20T23:30:00Z'],
    newDay,
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ),
  midnight('Asia/Tokyo', ['2026-11-21 09:30', '2026-11-21T00:30:00Z'], newDay, '2026-11-20', '2026-11-21'),
  midnight(
    'Pacific/Auckland',
    ['2026-11-20 23:59', '2026-11-20T10:59:00Z'],
    oldDay,
    '2026-11-19',
    '2026-11-20',
  ),
  midnight(
    'Pacific/Auckland',
    ['2026-11-21 00:00', '2026-11-20T11:00:00Z'],
    newDay,
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ),
  midnight(
    'Pacific/Auckland',
    ['2026-11-21 12:59', '2026-11-20T23:59:00Z'],
    newDay,
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ),
  midnight(
    'Pacific/Auckland',
    ['2026-11-21 13:00', '2026-11-21T00:00:00Z'],
    newDay,
    '2026-11-20',
    '2026-11-21',
  ),
];
