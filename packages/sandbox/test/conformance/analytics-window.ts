import { describe, expect, test } from 'vitest';
import { get, pathFor, readError, readJson } from '../sandbox.ts';
import { badRequest, type Service, type Subject } from './subject.ts';

export async function readDates(service: Service, more: string): Promise<string[]> {
  const body = await readJson(await get(service, pathFor(service, 'analytics', 0, more)));
  return (body.days as { date: string }[]).map((day) => day.date);
}

export function ends(list: string[]): [string | undefined, string | undefined, number] {
  return [list[0], list.at(-1), list.length];
}

export function testAnalyticsWindow<S extends Service>({ start, wordsOf }: Subject<S>): void {
  describe('Form 1: from and to', () => {
    test.each([
      ['two dates, both included', '&from=2026-11-01&to=2026-11-07', '2026-11-01', '2026-11-07', 7],
      ['one day', '&from=2026-11-07&to=2026-11-07', '2026-11-07', '2026-11-07', 1],
      [
        'unix seconds, the UTC days that hold them',
        '&from=1762041599&to=1762041600',
        '2025-11-01',
        '2025-11-02',
        2,
      ],
      ['nothing: the last 30 days', '', '2026-10-18', '2026-11-16', 30],
      ['from alone: until today', '&from=2026-11-10', '2026-11-10', '2026-11-16', 7],
      ['to alone: 30 days until it', '&to=2026-10-30', '2026-10-01', '2026-10-30', 30],
      ['a leap day', '&from=2024-02-29&to=2024-03-01', '2024-02-29', '2024-03-01', 2],
      ['no days after today', '&from=2026-11-15&to=2026-12-31', '2026-11-15', '2026-11-16', 2],
      ['no days before the website', '&from=2024-02-01&to=2024-02-13', '2024-02-12', '2024-02-13', 2],
    ])('%s', async (_, more, first, last, length) => {
      expect(ends(await readDates(await start(1), more))).toEqual([first, last, length]);
    });

    test.each([
      ['&from=2026-13-01', 'from'],
      ['&from=2026-02-30', 'from'],
      ['&to=yesterday', 'to'],
      ['&to=', 'to'],
      ['&from=1762041599000', 'from'],
      ['&from=-5', 'from'],
      ['&from=2026-11-07&to=2026-11-01', 'from'],
    ])('%s is 400 and the message names %s', async (more, name) => {
      const service = await start(1);
      const answer = await readError(await get(service, pathFor(service, 'analytics', 0, more)));
      expect(answer).toMatchObject({ status: 400, code: badRequest(wordsOf(1)) });
      expect(answer.message).toContain(`parameter ${name} `);
    });
  });

  describe('Form 2: period', () => {
    test.each([
      ['7d', '&period=7d', '2026-11-10', 7],
      ['30d', '&period=30d', '2026-10-18', 30],
      ['90d', '&period=90d', '2026-08-19', 90],
      ['nothing: 30d', '', '2026-10-18', 30],
    ])('%s', async (_, more, first, length) => {
      expect(ends(await readDates(await start(2), more))).toEqual([first, '2026-11-16', length]);
    });

    test.each(['14d', '', '7D', '7', 'toString', '30d '])('period "%s" is 400', async (period) => {
      const service = await start(2);
      const more = `&period=${encodeURIComponent(period)}`;
      const answer = await readError(await get(service, pathFor(service, 'analytics', 0, more)));
      expect(answer).toMatchObject({ status: 400, code: 'bad_request' });
    });
  });
}
