import { styleText } from 'node:util';
import type { CellValue } from '../workbook/cell-values.ts';
import { MORNINGS, type PreviewFigure, type WebsiteFigures } from '../world/digest.ts';
import type { FormDemo, FormulaOutcome } from './forms.ts';
import { type DemoResult, findFirstRecipientsMail } from './run-demo.ts';

type JsonScalar = string | number | boolean | null;

/** The one JSON object of `--once --json`. Dates are ISO 8601, a table is an array of its rows. */
export interface JsonReport {
  readonly forms: Record<'1' | '2', JsonForm>;
  readonly digest: {
    readonly subject: string;
    readonly figures: readonly WebsiteFigures[];
    readonly requests: number;
    readonly recipients: readonly string[];
  };
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly urls: Readonly<Record<string, string>>;
}

export interface JsonForm {
  readonly table: readonly { readonly cell: string; readonly formula: string; readonly value: JsonValue }[];
  readonly requests: number;
}

type JsonValue = JsonScalar | JsonScalar[][] | { readonly error: string };

export function toJsonForm({ outcomes, requests }: FormDemo): JsonForm {
  return {
    table: outcomes.map(({ tab, address, formula, outcome }) => ({
      cell: `${tab}!${address}`,
      formula,
      value: toJsonValue(outcome),
    })),
    requests,
  };
}

function toJsonValue(outcome: FormulaOutcome['outcome']): JsonValue {
  if ('error' in outcome) return { error: outcome.error };
  const rows = outcome.rows.map((row) => row.map(toJsonScalar));
  return rows.length === 1 && rows[0]?.length === 1 ? (rows[0][0] ?? null) : rows;
}

function toJsonScalar(cell: CellValue): JsonScalar {
  return cell instanceof Date ? cell.toISOString() : cell;
}

/** Rows of a table before "and N more". */
const ROWS_SHOWN = 4;

/** A result as lines for a terminal, in the cells' formats. */
function formatOutcome({ outcome }: FormulaOutcome): string[] {
  if ('error' in outcome) return [`#ERROR!  ${removeControlCharacters(outcome.error)}`];
  const { rows } = outcome;
  const texts = outcome.texts.map((row) =>
    row.map((text) => (text === '' ? '(blank)' : removeControlCharacters(text))),
  );
  const width = rows[0]?.length ?? 0;
  if (rows.length === 1 && width === 1) return texts.flat();
  if (width === 1) return [`${rows.length} rows: ${texts.flat().join(', ')}`];
  const widths = Array.from({ length: width }, (_, column) =>
    Math.max(...texts.slice(0, ROWS_SHOWN + 1).map((row) => [...(row[column] ?? '')].length)),
  );
  const shown = texts.slice(0, ROWS_SHOWN + 1).map((row) =>
    row
      .map((text, column) => padToWidth(text, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const more = rows.length - shown.length;
  return [
    `${rows.length} rows × ${width} columns`,
    ...shown.map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length));
}

/** Replaces control characters, which a terminal would execute. */
function removeControlCharacters(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

/** Characters of a formula before "…". */
const FORMULA_WIDTH = 48;

/** The formulas of the workbook in one Form, tab by tab: address, formula | value. */
export function formatFormTable({ form, outcomes }: FormDemo): string {
  const lines = outcomes.flatMap((one, at) => {
    const [first = '', ...rest] = formatOutcome(one);
    const { tab, address, formula } = one;
    const short = formula.length > FORMULA_WIDTH ? `${formula.slice(0, FORMULA_WIDTH - 1)}…` : formula;
    const margin = ''.padEnd(4 + 1 + FORMULA_WIDTH);
    return [
      ...(tab === outcomes[at - 1]?.tab ? [] : [styleText('dim', `  ${tab}`)]),
      `  ${address.padEnd(4)} ${short.padEnd(FORMULA_WIDTH)} | ${first}`,
      ...rest.map((line) => `  ${margin} | ${line}`),
    ];
  });
  return `\n${styleText('bold', `The workbook, Form ${form}`)}\n${lines.join('\n')}\n\n`;
}

const pageTitles: Readonly<Record<string, string>> = {
  playground: 'Playground',
  inbox: 'Inbox with the mails',
  service: 'Service of the page (keys to try)',
  serviceDigest: 'Service of the digest',
};

/** Results, requests, files and, while they stay open, pages. */
export function formatSummary(demo: DemoResult, staying: boolean): string {
  const { forms, mails, figures, digestRequests, files, urls } = demo;
  const head = (text: string): string => `\n${styleText('bold', text)}`;
  const width = Math.max(...figures.map(({ website }) => website.length));
  const titles = Object.keys(urls).map((name) => pageTitles[name] ?? name);
  const titleWidth = Math.max(...titles.map((title) => title.length));
  return [
    head('What happened'),
    ...forms.map(
      ({ form, outcomes, requests }) =>
        `  Form ${form}   ${outcomes.length} formulas cost ${requests} requests${form === '1' ? ', with the record of the day' : '; every value is the same'}`,
    ),
    `  Digest   ${MORNINGS} mornings cost ${digestRequests} requests, the mails none; ${mails.length} mails to ${mails.map(({ recipients }) => recipients.join(', ')).join(' and ')}`,
    head(removeControlCharacters(findFirstRecipientsMail(mails).subject)),
    ...figures.map(({ website, shareOfVoice, authority }) =>
      `  ${website.padEnd(width)}  share of voice ${formatChange(shareOfVoice, true)}  authority ${formatChange(authority, false)}`.trimEnd(),
    ),
    head('Files'),
    ...files.filter((file) => !file.endsWith('.png')).map((file) => `  ${file}`),
    `  and ${files.filter((file) => file.endsWith('.png')).length} pictures (.png), 375 and 640 px wide, light and dark`,
    ...(staying
      ? [
          head('Open'),
          ...Object.values(urls).map((url, at) => `  ${titles[at]?.padEnd(titleWidth)}  ${url}`),
          '\nCtrl-C ends it.',
        ]
      : []),
    '',
  ].join('\n');
}

/** `32.0% up 2.1`, `70 no clear change`, `– none`. */
function formatChange({ level, change, verdict }: PreviewFigure, share: boolean): string {
  const text = level === null ? '–' : share ? `${(level * 100).toFixed(1)}%` : String(Math.round(level));
  const words =
    verdict === 'clear' && change !== null
      ? `${change > 0 ? 'up' : 'down'} ${Math.abs(change).toFixed(1)}`
      : verdict === 'unclear'
        ? 'no clear change'
        : verdict.replaceAll('-', ' ');
  return `${text.padStart(6)} ${words.padEnd(15)}`;
}
