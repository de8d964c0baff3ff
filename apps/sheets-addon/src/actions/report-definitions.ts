import { trafficFields } from '@answershare/core';
import type { FormulaChoice } from '../formulas/reference.ts';
import type { TextKey } from '../texts/texts.ts';

/** The kinds of reports, with their titles. */
export const reportTitles = {
  overview: 'report.overview',
  executive: 'report.executive',
  trend: 'report.trend',
  engines: 'report.engines',
  share: 'term.shareOfVoice',
  winners: 'report.winners',
  authority: 'term.authority',
} as const;

export type ReportKind = keyof typeof reportTitles;

export function isReportKind(value: unknown): value is ReportKind {
  return Object.keys(reportTitles).includes(String(value));
}

interface ReportColumn {
  readonly heading: TextKey;
  /** Null for texts: the plain text format would show a formula as text. */
  readonly numberFormat: string | null;
}

/** A function's result as part of a report. Columns count from 1. */
interface ReportPart {
  readonly name: string;
  readonly column: number;
  /** `ids`: the column of website ids from the report's first part. */
  readonly arguments: 'ids' | readonly FormulaChoice[];
}

/** A report: columns and the functions that fill them. Its values equal its formulas' results. */
export interface ReportDefinition {
  readonly kind: ReportKind;
  readonly columns: readonly ReportColumn[];
  readonly parts: readonly ReportPart[];
  /** True for one row per website of the key, false for a single website. */
  readonly ofAll: boolean;
  /** Draws a line chart of up to `rows` dates. `rightScale`: columns, from 0 after the date, on the right scale. */
  readonly chart: { readonly rows: number; readonly rightScale: readonly number[] } | null;
}

/** Number formats of figures in reports and in the history. */
export const numberFormats = { count: '#,##0', share: '0.0%', date: 'yyyy-mm-dd' };

const { count, share, date } = numberFormats;
/** Whole and broken scores: "#,##0.##" would show "70.". */
const score = 'General';

const column = (heading: TextKey, numberFormat: string | null = null): ReportColumn => ({
  heading,
  numberFormat,
});

/** The column of website ids in the report of all websites: a name comes first. */
export const idColumn = 3;

const noHeaders: FormulaChoice = { text: 'headers=no' };

const ofOneWebsite = { ofAll: false, chart: null };

/** Defines the report of a kind about one website, given by its id. */
export function defineReport(kind: ReportKind, website: string): ReportDefinition {
  const about: FormulaChoice = { text: website };
  switch (kind) {
    case 'overview':
      return {
        kind,
        columns: [
          column('term.website'),
          column('term.domain'),
          column('term.id'),
          column('term.authority', score),
          column('term.shareOfVoice', share),
          column('term.citations', count),
          column('term.notes'),
        ],
        parts: [
          { name: 'WEBSITES', column: 1, arguments: [{ text: 'columns=name, domain, id; headers=no' }] },
          { name: 'AUTHORITY', column: 4, arguments: 'ids' },
          { name: 'SHARE_OF_VOICE', column: 5, arguments: 'ids' },
          { name: 'CITATIONS', column: 6, arguments: 'ids' },
        ],
        ofAll: true,
        chart: null,
      };
    case 'executive':
    case 'trend': {
      const isWeekly = kind === 'executive';
      // Form 2 has 90 days (specification, analytics): on a Sunday twelve complete weeks begin a day before.
      const period = isWeekly ? 'last 11 weeks' : '30d';
      const options = isWeekly ? { text: 'by=week; headers=no' } : noHeaders;
      return {
        kind,
        columns: [
          column('term.date', date),
          column('term.visitors', count),
          column('term.pageviews', count),
          column('term.citations', count),
        ],
        parts: [
          {
            name: 'ANALYTICS',
            column: 1,
            arguments: [about, { text: period }, { text: trafficFields.join(', ') }, options],
          },
        ],
        ofAll: false,
        chart: { rows: isWeekly ? 11 : 30, rightScale: [2] },
      };
    }
    case 'winners':
      return {
        kind,
        columns: [column('term.page'), column('term.citations', count), column('term.engine')],
        parts: [
          {
            name: 'CITED_PAGES',
            column: 1,
            arguments: [about, { text: '' }, { text: 'columns=page, citations, engines; headers=no' }],
          },
        ],
        ...ofOneWebsite,
      };
    case 'engines':
      return {
        kind,
        columns: [column('term.engine'), column('term.citations', count), column('term.part', share)],
        parts: [{ name: 'CITATIONS_BY_ENGINE', column: 1, arguments: [about, noHeaders] }],
        ...ofOneWebsite,
      };
    case 'share':
      return {
        kind,
        columns: [
          column('term.rank', '0'),
          column('term.name'),
          column('term.domain'),
          column('term.shareOfVoice', share),
          column('term.mentions', count),
          column('term.own'),
        ],
        parts: [{ name: 'COMPETITORS', column: 1, arguments: [about, noHeaders] }],
        ...ofOneWebsite,
      };
    case 'authority':
      return {
        kind,
        columns: [column('term.component'), column('term.score', score), column('term.weight', share)],
        parts: [{ name: 'AUTHORITY_BREAKDOWN', column: 1, arguments: [about, noHeaders] }],
        ...ofOneWebsite,
      };
  }
}
