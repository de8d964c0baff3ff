import { describe, expect, it } from 'vitest';
import { hourOf, longerThanDay, readDate } from '../../src/reading/dates.ts';
import { engineOf, isEngine } from '../../src/reading/engines.ts';
import { readCounted, readNumber, readText, repeated, sumOf } from '../../src/reading/numbers.ts';

describe('a number as a body writes it', () => {
  it.each<[string, number]>([
    ['12', 12],
    ['12.5', 12.5],
    ['1,234', 1234],
    ['1,234,567', 1_234_567],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1.234.567', 1_234_567],
    ['1.234.567,8', 1_234_567.8],
    ['1 234', 1234],
    ['1 234 567', 1_234_567],
    ["1'234", 1234],
    ['41,2', 41.2],
    ['41,25', 41.25],
    ['-3', -3],
    ['−3', -3],
  ])('%s is %d', (text, value) => {
    expect(readNumber(text)).toMatchObject({
      value,
      percent: false,
      coerced: true,
      scale: null,
      vague: null,
    });
  });

  it.each([
    '1,2,3',
    '12,34,567',
    '1.2.3',
    '12abc',
    'abc',
    '1 2',
    '5 of',
    '3 apples',
    '2026-11-01',
    'a1.234,5',
    '1.234,5a',
    '1.abc,5',
  ])('%s is none', (text) => {
    expect(readNumber(text)).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    '-',
    '–',
    '—',
    '?',
    '…',
    '...',
    'N/A',
    'na',
    'null',
    'None',
    'unknown',
    'no data',
    'TBD',
  ])('"%s" is a word for the unknown', (text) => {
    expect(readNumber(text)).toMatchObject({ value: null, vague: null });
  });

  it.each([
    '< 10',
    '>5',
    '≤ 3',
    '~40',
    'under 10',
    'over 100',
    'more than 5',
    'less than 10',
    'less 10',
    'at least 3',
    'up to 20',
    '10+',
    '1.2k',
    '1,000+',
    '3M',
    '3 m+',
  ])('%s tells less than a number', (text) => {
    expect(readNumber(text)).toMatchObject({
      value: null,
      coerced: true,
      vague: expect.stringContaining(text),
    });
  });

  it.each<[string, string, number | null]>([
    ['booking.com (3)', 'booking.com', 3],
    ['booking.com(12)', 'booking.com', 12],
    [' a b  (0) ', 'a b', 0],
    ['booking.com', 'booking.com', null],
    ['(3)', '(3)', null],
    ['a (3) b', 'a (3) b', null],
  ])('a text with a count, %s', (written, text, count) => {
    expect(readCounted(written)).toEqual({ text, count });
  });

  it('a text, a sum and a repetition', () => {
    expect([readText(' a '), readText(7), readText(' '), readText(Number.NaN), readText(true)]).toEqual([
      'a',
      '7',
      null,
      null,
      null,
    ]);
    expect([sumOf([]), sumOf([1, 2]), sumOf([1, null, 2])]).toEqual([0, 3, null]);
    expect([repeated([]), repeated(['a', 'b']), repeated(['a', 'b', 'b', 'a'])]).toEqual([null, null, 'b']);
  });
});

describe('a date as a body writes it', () => {
  it.each<[unknown, string]>([
    ['2026-11-01', '2026-11-01'],
    [' 2026-11-01 ', '2026-11-01'],
    ['20261101', '2026-11-01'],
    ['2026/11/01', '2026-11-01'],
    ['2026-11-01T23:30', '2026-11-01'],
    ['2026-11-01T23:30:00Z', '2026-11-01'],
    ['2026-11-01 23:30:00.123 UTC', '2026-11-01'],
    ['2026-11-01T23:30:00,5+02:00', '2026-11-01'],
    ['2026-11-01T2330-0500', '2026-11-01'],
    ['20261101T233005Z', '2026-11-01'],
    ['2026-11-01T23:30+02', '2026-11-01'],
    ['Nov 1, 2026', '2026-11-01'],
    ['Nov. 1 2026', '2026-11-01'],
    ['November 1, 2026', '2026-11-01'],
    ['1 November 2026', '2026-11-01'],
    ['Sun, 01 Nov 2026 00:00:00 GMT', '2026-11-01'],
    ['Sun, Nov 1, 2026', '2026-11-01'],
    ['Sunday 1 November 2026', '2026-11-01'],
    ['Sunday, November 1, 2026 at 3:00 PM UTC', '2026-11-01'],
    ['Sun Nov 01 2026 23:30:00 GMT+0100 (Central European Standard Time)', '2026-11-01'],
    ['Nov 1, 2026, 11:30:00\u202fPM', '2026-11-01'],
    ['01-Nov-2026', '2026-11-01'],
    ['nov 10 2026', '2026-11-10'],
    ['Jan 5, 2026', '2026-01-05'],
    ['12 May 1999', '1999-05-12'],
    ['Sept. 30, 2026', '2026-09-30'],
    ['31 Dec 2026 09:05', '2026-12-31'],
    ['Mar 3, 2026', '2026-03-03'],
    ['Tue, 3 Mar 2026 9:05:00 +0100', '2026-03-03'],
    ['2026-11-01T23:30:00+01:00[Europe/Berlin]', '2026-11-01'],
    ['2026-11-01 00:00:00 +0000 UTC', '2026-11-01'],
    [`${' '.repeat(64)}Nov 1, 2026`, '2026-11-01'],
    [600_000_000, '1989-01-05'],
    [600_000_000_000, '1989-01-05'],
    [20261101, '2026-11-01'],
    [1793491200, '2026-11-01'],
    [1793491200000, '2026-11-01'],
    ['1793491200', '2026-11-01'],
    ['1793491200000', '2026-11-01'],
  ])('%s is %s', (written, date) => {
    expect(readDate(written)).toBe(date);
  });

  it.each<[unknown]>([
    ['01/11/2026'],
    ['2026-11'],
    ['2026-13-01'],
    ['2026-11-31'],
    ['2026-02-29'],
    ['2026-11/01'],
    ['2026-11-01x'],
    ['2026-11-01Thursday'],
    ['2026-11-01T23:30 and more'],
    ['2026-11-01T23:30.abc'],
    ['2026-11-01T23'],
    ['x2026-11-01'],
    ['2126-11-01'],
    ['Now 1, 2026'],
    ['ove 1, 2026'],
    ['Nov 1, 26'],
    ['Nov 32, 2026'],
    ['Nov 31, 2026'],
    ['Ma 1, 2026'],
    ['Maybe 1, 2026'],
    ['Mon 1, 2026'],
    ['1 marraskuuta 2026'],
    ['mar. 3 nov. 2026'],
    ['since 1 Nov 2026'],
    ['Week 1 Nov 2026'],
    ['the 1 Nov 2026'],
    ['1 Nov'],
    ['1 of Nov 2026'],
    ['1 1 2026'],
    ['Nov 1, 1826'],
    ['Nov 1, 20261'],
    ['Nov 1, 2026 - Nov 7, 2026'],
    ['1 Nov 2026 and more'],
    ['2026-11-01 (until 2026-11-07)'],
    ['2026-11-01T01:00-0'],
    ['2026-11-01 at noon 12:00'],
    ['2026-11-011'],
    ['x1793491200'],
    ['1793491200x'],
    ['0x6a000000'],
    ['17e8'],
    ['12345678'],
    [19_900_100],
    [21_000_000],
    [599_999_999],
    [1e10],
    [1e13],
    [''],
    [null],
    [true],
    [{}],
  ])('%j is none', (written) => {
    expect(readDate(written)).toBeNull();
  });

  it.each<[unknown, number | null]>([
    ['2026-11-01T13:30:00Z', 13.5],
    ['2026-11-01 1330', 13.5],
    ['2026-11-01T00:00:00Z', null],
    ['2026-11-01T0000', null],
    ['2026-11-01T10:00', 10],
    ['2026-11-01 9:30', 9.5],
    ['2026-11-01 930', null],
    ['Nov 1, 2026, 12:30 am', 0.5],
    ['Nov 1, 2026, 12:30 pm', 12.5],
    ['2026-11-01', null],
    [1793491200, null],
    [1793491200000, null],
    [1793494800, 1],
    [1793494800000, 1],
    ['1793494800', 1],
    [20261101, null],
    ['20261101', null],
    ['Nov 1, 2026', null],
    ['Sun, 01 Nov 2026 00:00:00 GMT', null],
    ['Sun, 01 Nov 2026 13:00:00 GMT', 13],
    ['Nov 1, 2026, 12:00:00 AM', null],
    ['Nov 1, 2026, 12:00AM', null],
    ['Nov 1, 2026, 12:00 PM', 12],
    ['Nov 1, 2026, 3:00PM', 15],
    ['Nov 1, 2026, 2:00 am', 2],
    ['2026-11-01T10:00:00Z', 10],
    ['2026-11-01T00:01', 1 / 60],
    [5, null],
    [null, null],
  ])('the hours beside the date of %s are %s', (written, hour) => {
    expect(hourOf(written)).toBe(hour);
  });

  it.each<[unknown, string | null]>([
    ['2026-11', 'month'],
    ['2026/11', 'month'],
    ['Nov 2026', 'month'],
    ['November 2026', 'month'],
    ['Sept. 2026', 'month'],
    [' 2026-11 ', 'month'],
    ['2026-W47', 'week'],
    ['2026W47', 'week'],
    ['2026-Q4', 'quarter'],
    ['2026 Q4', 'quarter'],
    ['2026Q4', 'quarter'],
    ['Q4 2026', 'quarter'],
    ['Q42026', 'quarter'],
    ['2026-W47-1', null],
    ['x2026-W47', null],
    ['2026-Q5', null],
    ['x2026-Q4', null],
    ['2026-Q4x', null],
    ['2026-11-01', null],
    ['in November 2026', null],
    ['N 2026', null],
    ['Nov 2026 to Dec 2026', null],
    [202611, null],
  ])('%s is longer than a day: %s', (written, grain) => {
    expect(longerThanDay(written)).toBe(grain);
  });
});

describe('an engine by its spellings', () => {
  it.each<[string, string, readonly string[]]>([
    ['chatgpt', 'ChatGPT', ['chatgpt', 'ChatGPT', 'Chat-GPT', 'openai', 'gpt', 'gpt-4o', 'chatgpt_search']],
    [
      'google-ai-overviews',
      'Google AI Overviews',
      [
        'Google AI Overviews',
        'google_ai_overview',
        'google',
        'Google AI',
        'AIO',
        'ai overviews',
        'Google AIO',
        'google overview',
        'google_aio',
        'AI Overview',
      ],
    ],
    ['google-ai-mode', 'Google AI Mode', ['AI Mode', 'google_ai_mode']],
    ['perplexity', 'Perplexity', ['Perplexity', 'sonar', 'Sonar Pro']],
    ['gemini', 'Gemini', ['gemini', 'Google Gemini', 'gemini-2.5-pro']],
    [
      'copilot',
      'Copilot',
      ['copilot', 'Microsoft Copilot', 'bing copilot', 'ms-copilot', 'bing', 'Bing Chat'],
    ],
    ['claude', 'Claude', ['claude', 'Anthropic', 'claude-sonnet-4']],
    ['grok', 'Grok', ['grok', 'grok-4', 'xai']],
    ['deepseek', 'DeepSeek', ['DeepSeek', 'deepseek-r1']],
    ['meta-ai', 'Meta AI', ['Meta AI', 'meta', 'llama-4']],
    ['mistral', 'Mistral', ['mistral', 'Le Chat']],
  ])('%s, %s', (engine, label, spellings) => {
    for (const spelling of spellings)
      expect([spelling, engineOf(spelling)]).toEqual([spelling, { engine, label }]);
  });

  it.each([
    '',
    'gpts',
    'my chatgpt',
    'google ads',
    'google ai studio',
    'paid aio',
    'bing ads',
    'not claude',
    'metadata',
    'xaiver',
    'ai modern',
    'sonar project',
    'le chateau',
    'github copilot',
    'ollama',
    'bing ai mode',
    'my perplexity',
    'a gemini',
    'not bing',
    'my grok',
    'old deepseek',
    'my mistral',
    'aiox',
    'ai overviewsx',
    'google aio 2',
  ])('"%s" is none that is known', (text) => {
    expect(isEngine(text)).toBe(false);
  });

  it('one that is not known keeps its own spelling', () => {
    expect(engineOf(' You.com ')).toEqual({ engine: 'you.com', label: 'You.com' });
  });
});
