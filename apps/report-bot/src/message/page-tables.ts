import type { PageChange, PageChanges } from '../digest/cited-pages.ts';
import type { LinkView } from './extras.ts';
import type { Phrases } from './phrases.ts';
import { countMore, formatNames } from './sentences.ts';
import { countColumns, joinTexts, toPlainName } from './text-layout.ts';

/** A cited page with its engines and query. */
interface PageView {
  readonly name: string;
  readonly detail: string;
}

export interface PageTable {
  readonly title: string;
  readonly pages: readonly PageView[];
  /** `and 3 more`; empty if all are shown. */
  readonly more: string;
}

const mostAnswers = 3;
/** A longer address is left out. */
const maxAddress = 300;

/** Answers that no longer cite the website, to look at after a clear fall. */
export const createAnswerViews = (changes: PageChanges | null, phrases: Phrases): readonly LinkView[] =>
  (changes?.answers ?? []).slice(0, mostAnswers).map(({ query, engine, names, url }) => ({
    words: phrases.text('lostAnswer', {
      query: toPlainName(query),
      engine: toPlainName(engine),
      names: formatNames(names, phrases),
    }),
    href: url.length <= maxAddress && /^https?:\/\/[\x21-\x7e]+$/i.test(url) ? url : '',
  }));

const maxRows = 5;
/** Narrow characters of a line on a phone: 335 pixels of 14 pixels' type. */
const lineWidth = 43;

/**
 * New pages, then lost ones; after a clear fall the lost ones first. A table without pages is left out. Rows are taken in turn
 * while their lines fit: one of each at least, five at most. Infinity lines have all of them.
 */
export function createPageTables(
  changes: PageChanges | null,
  { fell, lines }: { readonly fell: boolean; readonly lines: number },
  phrases: Phrases,
): readonly PageTable[] {
  if (changes === null || lines === 0) return [];
  const { added, lost } = changes;
  const most = lines === Infinity ? Math.max(added.length, lost.length) : maxRows;
  const views = new Map<PageChange, PageView>();
  let left = lines;
  for (let rank = 0; rank < most; rank += 1) {
    for (const change of [...lost.slice(rank, rank + 1), ...added.slice(rank, rank + 1)]) {
      const view = createPageView(change, phrases);
      left -= Math.ceil((countColumns(view.name) + 1 + countColumns(view.detail)) / lineWidth);
      if (rank === 0 || left >= 0) views.set(change, view);
    }
  }
  const create = (title: string, all: readonly PageChange[]): PageTable => {
    const pages = all.flatMap((change) => views.get(change) ?? []);
    return { title, pages, more: countMore(all, pages, phrases) };
  };
  const tables = [
    create(phrases.text('addedPagesTitle'), added),
    create(phrases.text('lostPagesTitle'), lost),
  ].filter((table) => table.pages.length > 0);
  return fell ? tables.reverse() : tables;
}

function createPageView({ page, engines, query }: PageChange, phrases: Phrases): PageView {
  return {
    name: phrases.isolate(toPlainName(page)),
    detail: joinTexts(
      [
        formatNames(engines, phrases),
        query === null ? '' : phrases.text('pageQuery', { query: toPlainName(query) }),
      ],
      ' · ',
    ),
  };
}
