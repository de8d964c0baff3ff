import { resolve } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { readSmallFile } from '../system/files.ts';
import { formatKeyPath, formatSuggestion, getAtPath, type SettingsIssue } from './issues.ts';
import { holdsKey } from './references.ts';
import type { YamlSource } from './source.ts';

const columns: readonly string[] = ['to', 'name', 'locale', 'client', 'websites'];
const maxBytes = 2 * 1024 * 1024;
const maxRecipients = 20_000;
const maxColumns = 100;

interface RecipientRow {
  /** A recipient as the settings would write it. */
  readonly recipient: Readonly<Record<string, string | readonly string[]>>;
  /** The line on which it ends. */
  readonly line: number;
}

type LineIssue = Pick<SettingsIssue, 'line' | 'message'>;

/** The settings with the recipients of CSV files in place of the files' names. */
interface InsertedRecipients {
  readonly value: unknown;
  readonly issues: readonly SettingsIssue[];
  /** Moves an issue about a recipient to its line of the CSV file. */
  readonly locate: (issue: SettingsIssue) => SettingsIssue;
}

/**
 * Reads the CSV files (RFC 4180) that schedules and alerts name in place of a list of recipients. The name of a file that
 * cannot be read stays. A cell is never a reference: the file may come from others.
 */
export function insertRecipientFiles(source: YamlSource, folder: string, value: unknown): InsertedRecipients {
  const issues: SettingsIssue[] = [];
  const files = new Map<string, { readonly file: string; readonly rows: readonly RecipientRow[] }>();
  const insert = (audience: unknown, kind: string, index: number): unknown => {
    const file = getAtPath(audience, ['recipients']);
    if (typeof file !== 'string') return audience;
    const path = [kind, index, 'recipients'];
    const place = formatKeyPath(path);
    const read = readSmallFile(resolve(folder, file), maxBytes);
    const parsed =
      'why' in read
        ? { why: `${read.why}; recipients are a list, or the name of a CSV file` }
        : parseRows(read.text);
    if ('why' in parsed) {
      issues.push({ line: source.lineOf(path), path: place, message: `"${file}" ${parsed.why}.` });
      return audience;
    }
    for (const issue of parsed.issues) issues.push({ ...issue, file, path: '' });
    files.set(place, { file, rows: parsed.rows });
    return { ...(audience as object), recipients: parsed.rows.map(({ recipient }) => recipient) };
  };
  const inserted = ['schedules', 'alerts'].flatMap((kind) => {
    const all = getAtPath(value, [kind]);
    return Array.isArray(all) ? [[kind, all.map((one, index) => insert(one, kind, index))]] : [];
  });
  return {
    value: inserted.length === 0 ? value : { ...(value as object), ...Object.fromEntries(inserted) },
    issues,
    locate: (issue) => {
      const [, place = '', row, path = ''] = /^(.*\.recipients)\[(\d+)\]\.?(.*)$/.exec(issue.path) ?? [];
      const found = files.get(place);
      const line = found?.rows[Number(row)]?.line;
      return found === undefined || line === undefined ? issue : { ...issue, file: found.file, line, path };
    },
  };
}

/** The rows of a file and what is wrong with them; or why there are none. */
function parseRows(
  text: string,
):
  | { readonly rows: readonly RecipientRow[]; readonly issues: readonly LineIssue[] }
  | { readonly why: string } {
  const lines: { readonly cells: readonly string[]; readonly line: number }[] = [];
  const issues: LineIssue[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
      on_record: (cells: string[], { lines: line }) => {
        lines.push({ cells, line });
        return null;
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    return {
      why: `has a quote (") up to line ${thrown.lines} that is not closed, or not around a whole cell`,
    };
  }
  const [header, ...others] = lines;
  const names = header?.cells.map((name) => name.toLowerCase()) ?? [];
  if (header === undefined || !names.includes('to'))
    return { why: `has no column "to" in its first line; the columns are ${columns.join(', ')}` };
  if (names.length > maxColumns) return { why: `has more than ${maxColumns} columns in its first line` };
  if (others.length > maxRecipients)
    return { why: `has more than ${maxRecipients} recipients; split it into several schedules` };
  issues.push(...describeColumns(names).map((message) => ({ line: header.line, message })));
  const rows = others.map(({ cells, line }) => ({
    line,
    recipient: Object.fromEntries(
      cells.flatMap((cell, at) => {
        const name = names[at] ?? '';
        if (cell === '' || !columns.includes(name)) return [];
        if (!holdsKey(cell)) return [[name, name === 'websites' ? splitWebsites(cell) : cell]];
        issues.push({ line, message: `has an API key in column "${name}"; remove it.` });
        return [];
      }),
    ),
  }));
  for (const { cells, line } of others)
    if (cells.slice(names.length).some((cell) => cell !== ''))
      issues.push({
        line,
        message: 'has more cells than the first line; quote a cell with a separator in it.',
      });
  return { rows, issues };
}

/** Programs write a semicolon where the comma is the decimal sign. */
function findDelimiter(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  return [',', ';', '\t'].find((sign) => first.includes(sign)) ?? ',';
}

function describeColumns(names: readonly string[]): string[] {
  return names.flatMap((name, at) => {
    if (names.indexOf(name) !== at) return `has the column "${name}" twice; remove one of the two.`;
    if (name === '' || columns.includes(name)) return [];
    return `has the column "${name}", which is not known;${formatSuggestion(name, columns)} The columns are ${columns.join(', ')}.`;
  });
}

const splitWebsites = (cell: string): string[] =>
  cell.split('|').flatMap((website) => (website.trim() === '' ? [] : website.trim()));
