import {
  addDays,
  type CalendarDate,
  type CitationItem,
  type DateSpan,
  toCalendarDate,
  toEngineId,
} from '@answershare/core';
import {
  type ComparedPeriods,
  chooseCount,
  comparePeriods,
  findPageStatus,
  isWholeFeed,
  listItemDates,
  type PageStatus,
  sumCounts,
} from '@answershare/core/statistics';
import { errorOption, readOptions } from '../cells/option-arguments.ts';
import { tabulate } from '../cells/stacked-tables.ts';
import { tableOptions } from '../cells/table-options.ts';
import type { WebsiteAnswer } from '../cells/website-argument.ts';
import { isPeriod, joinDateArguments, readServicePeriod, toServiceDates } from '../cells/window-argument.ts';
import { type Cell, CellError, isBlank, type Rows, toFigureCell } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { FiguresByEndpoint } from '../ports/query.ts';
import { optionsText, type SheetFunction, stackedWebsites, tableOptionTexts } from './parameters.ts';

type Feed = FiguresByEndpoint['citations'];
type PageItem = CitationItem & { readonly url: string };

/** @throws CellError if the feed has citations, but no pages */
function listPageItems({ total, atLeast, items = [] }: Feed): readonly PageItem[] {
  const pages = items.filter((item): item is PageItem => item.url !== null);
  if (pages.length === 0 && (items.length > 0 || atLeast !== undefined || (total ?? 0) > 0)) {
    throw new CellError('not_found', 'The citations of this website name no pages. Use CITATIONS_BY_ENGINE.');
  }
  return pages;
}

const isWithin = ({ date }: CitationItem, span: DateSpan | null): boolean =>
  span === null || (date !== null && date >= span.from && date <= span.to);

interface PageRow {
  readonly citations: number | null;
  readonly status: PageStatus | '';
  readonly cells: readonly Cell[];
}

function toPageRow(
  items: readonly PageItem[],
  period: DateSpan | null,
  comparison: ComparedPeriods | null,
  { feed, dateCell }: { readonly feed: Feed; readonly dateCell: FunctionContext['dateCell'] },
): PageRow {
  const counted = items.filter((item) => isWithin(item, period));
  const dates = listItemDates(items);
  const status = comparison === null ? '' : (findPageStatus(dates, comparison) ?? '');
  const citations = sumCounts(counted, chooseCount(feed));
  const engines = new Map<string, number>();
  for (const { engine } of counted.length > 0 ? counted : items) {
    if (engine !== null) engines.set(engine, (engines.get(engine) ?? 0) + 1);
  }
  const labels = Array.from(engines)
    .sort(([, one], [, other]) => other - one)
    .map(([id]) => feed.byEngine.find(({ engine }) => engine === id)?.label ?? toEngineId(id).label);
  const [first, last] = [dates[0], dates[dates.length - 1]].map((date) =>
    date === undefined ? '' : dateCell(date),
  );
  const { url = '', title = null } = items[0] ?? {};
  return {
    citations,
    status,
    cells: [url, toFigureCell(citations), labels.join(', '), first ?? '', last ?? '', status, title ?? ''],
  };
}

/**
 * @param dates of the feed, in order
 * @throws CellError for a period that begins before the feed: the citations before are unknown, not zero
 */
function assertCovered(
  feed: Feed,
  dates: readonly CalendarDate[],
  period: DateSpan,
  fetchedAt: number,
): void {
  const isWhole = isWholeFeed(feed);
  const { items = [], windowDays } = feed;
  const stated =
    isWhole && windowDays !== undefined ? [addDays(toCalendarDate(fetchedAt), 1 - windowDays)] : [];
  const [begin] = [...stated, ...dates.slice(0, 1)].sort();
  if (begin === undefined) return;
  // The rest of a page may have citations of its oldest day; of a page with the oldest first, later ones.
  const isNewestFirst = items[0]?.date === dates[dates.length - 1];
  const known = isWhole ? begin : isNewestFirst ? addDays(begin, 1) : null;
  if (known !== null && period.from >= known) return;
  throw new CellError(
    'bad_window',
    known === null
      ? 'The citation feed came as one page without the newest citations. Leave the period blank.'
      : `The citation feed ${isWhole ? 'of this website' : 'came as one page that'} begins on ${known}, the period on ${period.from}. Write ${known}.. or a later period, or leave it blank.`,
  );
}

/**
 * The pages of a feed, most citations first.
 * @param wanted a status, or `all`
 * @throws CellError for a feed without pages, without dates of the whole period, or without a status if one is wanted
 */
function listPages(
  { value: feed, fetchedAt }: WebsiteAnswer<'citations'>,
  period: DateSpan | null,
  wanted: string,
  { dateCell }: FunctionContext,
): readonly PageRow[] {
  const items = listPageItems(feed);
  const dates = listItemDates(items);
  if (period !== null && items.length > 0 && dates.length === 0) {
    throw new CellError(
      'bad_window',
      'The citations of this website carry no dates. Leave the period blank for all of them.',
    );
  }
  if (period !== null) assertCovered(feed, dates, period, fetchedAt);
  const comparison = isWholeFeed(feed) ? comparePeriods(period, dates) : null;
  if (wanted !== 'all' && comparison === null && items.length > 0) {
    throw new CellError(
      'bad_window',
      'The feed does not show which pages are new or lost: it has no dates, is cut, or starts too late. Choose a shorter period.',
    );
  }
  const byPage = new Map<string, PageItem[]>();
  for (const item of items) {
    const isShown = isWithin(item, period) || (comparison !== null && isWithin(item, comparison.past));
    if (isShown) byPage.set(item.page ?? item.url, []);
  }
  for (const item of items) byPage.get(item.page ?? item.url)?.push(item);
  return Array.from(byPage.values())
    .map((own) => toPageRow(own, period, comparison, { feed, dateCell }))
    .filter(({ status }) => wanted === 'all' || status === wanted)
    .sort((one, other) => (other.citations ?? 0) - (one.citations ?? 0));
}

export const citedPagesFunction: SheetFunction = {
  name: 'CITED_PAGES',
  stacksTables: true,
  description: 'The pages of a website that AI answers cite, with new and lost ones.',
  parameters: [
    stackedWebsites,
    {
      name: 'period',
      text: 'Optional. A period such as "7d" or "last week", compared with the equal one before. It begins with the feed or later. Blank is the whole citation feed, its newer half compared with its older.',
    },
    optionsText(
      '"status=new", "status=lost" or "status=kept" gives these pages alone',
      ...tableOptionTexts('page, citations'),
    ),
  ],
  returns:
    'A table: page (the first of its spellings: scheme, www, a final slash and tracking parameters do not matter), citations in the period, engines (most citations first), the first and last date in the feed, the status and the title. A page is new if only the period cites it, lost if only the one before does, kept if both do. The status is blank where the feed has no dates, is one page of several, or starts after the period before; dates and titles that the feed does not give are blank.',
  examples: [
    { formula: '=CITED_PAGES("example.com")', shows: 'Every cited page, most citations first.' },
    {
      formula: '=CITED_PAGES(A2; "7d"; "status=lost")',
      shows: 'Pages cited in the seven days before, and not since.',
    },
    {
      formula: '=CITED_PAGES(A2:A9; ; "top=3; columns=page, citations")',
      shows: 'The three most cited pages of each website.',
    },
  ],
  answer(args, cellContext) {
    const [website, first, second] = joinDateArguments(args, 1, cellContext);
    const isOption =
      typeof first === 'string' &&
      isBlank(second) &&
      cellContext.words().translateWord('option', first) !== null &&
      !isPeriod(first, cellContext, true);
    const [written, options] = isOption ? ['', first] : [first, second];
    const { status: wanted, ...table } = readOptions(
      options,
      {
        ...tableOptions,
        status: ['all', 'new', 'lost', 'kept'],
        ...errorOption,
      },
      cellContext,
    );
    const period = isBlank(written) ? null : toServiceDates(readServicePeriod(written, cellContext));
    return tabulate(
      website,
      cellContext,
      'CITED_PAGES',
      'citations',
      table,
      () => ({
        header: ['Page', 'Citations', 'Engines', 'First', 'Last', 'Status', 'Title'],
        rows: (answer): Rows => listPages(answer, period, wanted, cellContext).map(({ cells }) => cells),
      }),
      { wanted: 'items' },
    );
  },
};
