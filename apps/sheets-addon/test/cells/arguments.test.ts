import { describe, expect, test } from 'vitest';
import { chooseMetrics, readOptions, readTextArgument } from '../../src/cells/option-arguments.ts';
import { parseWindow } from '../../src/cells/window-argument.ts';

const dateOfCell = (cell: Date) => cell.toISOString().slice(0, 10);

describe('window', () => {
  test.each([
    ['7d', { last: 7 }],
    [' 30 D ', { last: 30 }],
    ['2026-11-01..2026-11-07', { from: '2026-11-01', to: '2026-11-07' }],
    ['2026-11-01 .. 2026-11-07', { from: '2026-11-01', to: '2026-11-07' }],
    [[['2026-11-01'], [new Date('2026-11-07')]], { from: '2026-11-01', to: '2026-11-07' }],
    ['', { last: 30 }],
    [undefined, { last: 30 }],
    [[['90d']], { last: 90 }],
    ['45d', { last: 45 }],
    ['2026-11-01 to 2026-11-07', { from: '2026-11-01', to: '2026-11-07' }],
    ['1793534400..1794052800', { from: '2026-11-01', to: '2026-11-07' }],
    [[[1_793_534_400, '2026-11-07']], { from: '2026-11-01', to: '2026-11-07' }],
    ['2026-11-01T10:00:00Z..2026-11-07T23:59:59Z', { from: '2026-11-01', to: '2026-11-07' }],
    ['2026-11-01T23:30:00-02:00..2026-11-07 10:00', { from: '2026-11-02', to: '2026-11-07' }],
  ])('parses %j', (argument, window) => {
    expect(parseWindow(argument, dateOfCell)).toEqual(window);
  });

  test.each([
    ['7'],
    [7],
    ['last week'],
    [new Date(0)],
    [[['2026-11-01', '']]],
    [[[1, 2, 3]]],
    ['2026-02-30..2026-03-01'],
    ['2026-11-01..soon'],
    [1_793_534_400],
    [[[true, false]]],
  ])('refuses %j and says what to write', (argument) => {
    expect(() => parseWindow(argument, dateOfCell)).toThrow(/ Write 7d, 30d, 90d, or two dates such as /);
  });
});

test('refuses unix time in milliseconds with the reason', () => {
  expect(() => parseWindow([[1_793_534_400_000, 1_794_052_800_000]], dateOfCell)).toThrow(
    '1793534400000 is in milliseconds, and unix time counts seconds: divide it by 1000.',
  );
});

test('refuses a number that is no date', () => {
  expect(() => parseWindow([[45_962, 45_968]], dateOfCell)).toThrow(
    '45962 is no date: give the cell a date format.',
  );
});

describe('options', () => {
  const choices = { headers: ['yes', 'no'], order: ['asc', 'desc'] } as const;
  const read = (text: unknown) =>
    readOptions(text, { headers: [...choices.headers], order: [...choices.order] });

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
    expect(() => read(text)).toThrow(
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
  const labels = (argument: unknown) => chooseMetrics(argument, [day]).map(({ label }) => label);

  test('selects all for a blank, including those that the specification does not name', () => {
    expect(labels('')).toEqual(['Visitors', 'Pageviews', 'Citations', 'bounceRate']);
    expect(chooseMetrics('bounce rate', [day]).map((metric) => metric.of(day))).toEqual([0.4]);
  });

  test('reads names from a text or from cells, in their order', () => {
    expect(labels('citations; Visitors')).toEqual(['Citations', 'Visitors']);
    expect(labels([['citations', 'visitors', '']])).toEqual(['Citations', 'Visitors']);
  });

  test('refuses an unknown name and lists the known ones', () => {
    expect(() => labels('vistors')).toThrow(
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
