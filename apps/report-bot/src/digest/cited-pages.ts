import {
  addDays,
  type CalendarDate,
  type CitationItem,
  type Citations,
  normalizeDomain,
  toEngineId,
  toPageAddress,
} from '@answershare/core';
import {
  type ComparedPeriods,
  comparePeriods,
  findPageStatus,
  isWholeFeed,
  listItemDates,
  type PageStatus,
} from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates, toLocalDate } from '../schedule/iso-week.ts';
import { createFact, type Fact } from './metric.ts';
import type { CitedAnswer, CitedPage, CitedPages, SiteSnapshot } from './site-days.ts';

/** The most pages of an answer that are kept, the most cited first. */
const maxPages = 100;
/** Longest kept address or query, in UTF-16 code units. */
const maxTextLength = 300;
const maxEngines = 3;
/** Days of a feed that are kept: the two weeks before its answer, which may be three days late. */
const daysKept = 20;
const daysLate = 3;

/** Pages of a citation feed; null if it has no dates, no pages, or is one page of several. */
export function selectCitedPages(feed: Citations): CitedPages | null {
  const items = feed.items.filter(({ url }) => url !== null && toPageAddress(url) !== null);
  const dates = listItemDates(items);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined || !isWholeFeed(feed)) return null;
  const since = addDays(last, -daysKept);
  const byPage = new Map<string, CitationItem[]>();
  for (const item of items) {
    if (item.date === null || item.date < since || item.page === null) continue;
    const own = byPage.get(item.page);
    if (own === undefined) byPage.set(item.page, [item]);
    else own.push(item);
  }
  const toLabel = (id: string) =>
    feed.byEngine.find(({ engine }) => engine === id)?.label ?? toEngineId(id).label;
  const pages = [...byPage]
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, maxPages)
    .map(([page, own]) => ({
      url: cutText(own[0]?.url ?? page),
      engines: rankTexts(own.map(({ engine }) => engine))
        .slice(0, maxEngines)
        .map(toLabel)
        .map(cutText),
      query: rankTexts(own.map(({ query }) => query)).map(cutText)[0] ?? null,
      dates: [...new Set(listItemDates(own))],
    }));
  const answers = listAnswers(
    items.filter(({ date }) => date !== null && date >= since),
    toLabel,
  );
  return { first, last, pages, ...(answers.length === 0 ? {} : { answers }) };
}

/** The most answers that are kept, the most cited first. */
const maxAnswers = 40;
/** An answer with more sources is a list of links. */
const maxSources = 12;

/** Answers by question and engine; none if all cite one website, because others that are cited are unknown then. */
function listAnswers(items: readonly CitationItem[], toLabel: (id: string) => string): CitedAnswer[] {
  const groups = new Map<string, CitationItem[]>();
  for (const item of items) {
    if (item.query === null || item.engine === null || item.domain === null) continue;
    const key = JSON.stringify([item.query, item.engine]);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const domains = new Set(items.map(({ domain }) => domain));
  if (domains.size < 2) return [];
  return [...groups]
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .flatMap(([, own]) => {
      const { query = null, engine = null } = own[0] ?? {};
      const names = rankTexts(own.map(({ domain }) => domain));
      if (query === null || engine === null || names.length > maxSources) return [];
      const sources = names.map((domain) => {
        const of = own.filter((item) => item.domain === domain);
        return {
          domain: cutText(domain),
          url: cutText(of[0]?.url ?? ''),
          dates: [...new Set(listItemDates(of))],
        };
      });
      return [{ query: cutText(query), engine: cutText(toLabel(engine)), sources }];
    })
    .slice(0, maxAnswers);
}

const cutText = (text: string): string => text.slice(0, maxTextLength);

/** Texts, the most frequent first. */
function rankTexts(texts: readonly (string | null)[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([text]) => text);
}

/** A page that only one of the two weeks cites. */
export interface PageChange extends Omit<CitedPage, 'dates'> {
  /** The address without scheme; without host on the website itself. */
  readonly page: string;
  /** Dates within the week that cites it. */
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** New and lost pages of a week: raw differences, no verdict. */
export interface PageChanges extends ComparedPeriods {
  /** When the answer with both weeks was taken, milliseconds since the epoch. */
  readonly takenAt: number;
  /** Pages that one of the weeks cites. */
  readonly compared: Fact;
  /** Cited on the most days first. */
  readonly added: readonly PageChange[];
  readonly lost: readonly PageChange[];
  /** Answers that cite others in place of the website; empty where the feed does not show who. */
  readonly answers: readonly LostAnswer[];
}

/** An answer that cited the website in the week before and cites others alone in this one. */
interface LostAnswer extends Pick<CitedAnswer, 'query' | 'engine'> {
  /** Host names, the most cited first. */
  readonly names: readonly string[];
  /** A page of the first of them. */
  readonly url: string;
}

/**
 * Compares the pages of a week with those of the week before, by the first answer after the week. Null if no answer
 * reaches back over both. An answer of the last day compares the seven days before it; UTC is assumed (specification §2).
 * @param domain of the website; null if unknown
 */
export function comparePages(
  site: string,
  domain: string | null,
  snapshots: readonly SiteSnapshot[],
  week: IsoWeek,
): PageChanges | null {
  const dates = listWeekDates(week);
  const sunday = dates.at(-1) ?? '';
  const answers = snapshots
    .flatMap(({ takenAt, pages }) =>
      pages == null ? [] : [{ takenAt, day: toLocalDate(takenAt, 'UTC'), ...pages }],
    )
    .filter(({ day }) => day >= sunday && day <= addDays(sunday, daysLate))
    .sort((one, other) => one.takenAt - other.takenAt);
  const answer = answers.find(({ day }) => day > sunday) ?? answers[0];
  if (answer === undefined) return null;
  const to = answer.day > sunday ? sunday : addDays(sunday, -1);
  const periods = comparePeriods({ from: addDays(to, 1 - dates.length), to }, [answer.first, answer.last]);
  if (periods === null) return null;
  const found = answer.pages.flatMap((page) => {
    const status = findPageStatus(page.dates, periods);
    return status === null ? [] : [{ ...page, status }];
  });
  const select = (wanted: PageStatus, { from, to: end }: ComparedPeriods['now']) =>
    found
      .filter(({ status }) => status === wanted)
      .map(({ url, engines, query, dates }) => {
        const own = dates.filter((date) => date >= from && date <= end);
        const [first = from, last = end] = [own[0], own.at(-1)];
        return {
          days: own.length,
          change: { url, page: toShortAddress(url, domain), engines, query, first, last },
        };
      })
      .sort((a, b) => b.days - a.days || (a.change.url < b.change.url ? -1 : 1))
      .map(({ change }) => change);
  return {
    ...periods,
    takenAt: answer.takenAt,
    compared: createFact(`${site}/pages`, found.length, 'count'),
    added: select('new', periods.now),
    lost: select('lost', periods.past),
    answers: domain === null ? [] : findLostAnswers(domain, answer.answers ?? [], periods),
  };
}

function findLostAnswers(
  domain: string,
  answers: readonly CitedAnswer[],
  { now, past }: ComparedPeriods,
): readonly LostAnswer[] {
  const host = normalizeDomain(domain);
  const isOwn = (source: { readonly domain: string }) =>
    `.${normalizeDomain(source.domain) ?? source.domain}`.endsWith(`.${host}`);
  const isCited = (dates: readonly CalendarDate[], { from, to }: ComparedPeriods['now']) =>
    dates.some((date) => date >= from && date <= to);
  return answers.flatMap(({ query, engine, sources }) => {
    const own = sources.filter(isOwn);
    const others = sources.filter((source) => !isOwn(source) && isCited(source.dates, now));
    const [first] = others;
    const isLost =
      own.some(({ dates }) => isCited(dates, past)) && !own.some(({ dates }) => isCited(dates, now));
    return isLost && first !== undefined
      ? [{ query, engine, names: others.map((source) => source.domain), url: first.url }]
      : [];
  });
}

/** `/guides/boots` on the website itself, else `other.example/guides`. */
function toShortAddress(url: string, domain: string | null): string {
  const page = decodePath(toPageAddress(url) ?? url);
  const own = domain === null ? null : normalizeDomain(domain);
  if (own === null || page.split(/[/?#]/, 1)[0] !== own) return page;
  return page.slice(own.length).replace(/^(?!\/)/, '/');
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // Not UTF-8: shown as it is.
    return path;
  }
}
