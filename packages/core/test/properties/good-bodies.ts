import { addDays, type Endpoint, toCalendarDate } from '../../src/index.ts';

/** Where the days of a good analytics answer lie against those asked for. */
export const daysGiven = ['all', 'one more', 'half', 'another window', 'ninety', 'totals'] as const;
export type DaysGiven = (typeof daysGiven)[number];

/** The visitors of a website on a date: a day of another website or date would show another number. */
export function visitorsOf(site: string, date: string): number {
  let sum = 7;
  for (const letter of site + date) sum = (sum * 31 + letter.charCodeAt(0)) % 99_991;
  return sum;
}

/** The dates that a query asks for, in the words of either Form; without any, the last seven days. */
function datesAsked(query: URLSearchParams, now: number): readonly [from: string, to: string] {
  const [from, to, period] = [query.get('from'), query.get('to'), query.get('period')];
  if (from !== null && to !== null) return [from, to];
  return [addDays(toCalendarDate(now), 1 - Number.parseInt(period ?? '7', 10)), toCalendarDate(now)];
}

const dates = new Map<string, readonly string[]>();

/** Every date of a range, kept because bodies are made often. */
function datesOf(from: string, to: string): readonly string[] {
  const range = `${from} ${to}`;
  const kept = dates.get(range);
  if (kept) return kept;
  const all: string[] = [];
  for (let date = from; date <= to && all.length < 400; date = addDays(date, 1)) all.push(date);
  dates.set(range, all);
  return all;
}

function daysOf(site: string, query: URLSearchParams, now: number, given: DaysGiven): object[] {
  let [from, to] = datesAsked(query, now);
  if (given === 'one more') to = addDays(to, 1);
  if (given === 'ninety') [from, to] = [addDays(toCalendarDate(now), -89), toCalendarDate(now)];
  if (given === 'another window') [from, to] = [addDays(from, -400), addDays(to, -400)];
  const days = datesOf(from, to).map((date) => {
    return { date, visitors: visitorsOf(site, date), pageviews: 1, citations: 0 };
  });
  return given === 'half' ? days.slice(days.length / 2) : days;
}

/** A readable body; `more` are further fields. */
export function goodBody(url: URL, now: number, given: DaysGiven, more: object): object {
  const endpoint = url.pathname.split('/').pop() as Endpoint;
  const site = url.searchParams.get('websiteId') ?? url.searchParams.get('website_id') ?? '';
  const score = visitorsOf(site, '') % 101;
  switch (endpoint) {
    case 'websites':
      return { websites: [{ id: 'ws_a', domain: 'a.example', name: 'A' }], ...more };
    case 'authority':
      return { score, maxScore: 100, ...more };
    case 'citations':
      return { total: score, engines: [{ engine: 'chatgpt', citations: score }], ...more };
    case 'competitors':
      return { shareOfVoice: 40, competitors: [{ name: 'Rival', shareOfVoice: 60 }], ...more };
    case 'analytics':
      return given === 'totals'
        ? { totals: { visitors: score, pageviews: 9 }, ...more }
        : { days: daysOf(site, url.searchParams, now, given), ...more };
  }
}
