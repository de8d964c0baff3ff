import { type FormulaChoice, formatFormula, toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { type Cell, normalizeHeading, type Rows } from '../ports/cell.ts';
import { createTranslate, languages, type Translate } from '../texts/texts.ts';
import { idColumn, type ReportDefinition } from './report-definitions.ts';

/** A formula of a report in its cell; its result spills from there. */
export interface PlacedFormula {
  readonly column: number;
  readonly formula: string;
}

/** Places the formulas of a report. `firstRow`: below the headings. `websites`: the number of the key's. */
export function placeReportFormulas(
  { parts }: ReportDefinition,
  firstRow: number,
  websites: number,
): readonly PlacedFormula[] {
  const letters = toColumnLetters(idColumn);
  const ids = `${letters}${firstRow}:${letters}${firstRow + Math.max(1, websites) - 1}`;
  return parts.map(({ name, column, arguments: args }) => ({
    column,
    formula: formatFormula(name, args === 'ids' ? [{ typed: ids }] : args),
  }));
}

/** The columns of a report in the sheet, in the report's order. Columns count from 0 within its headings. */
export interface ReportLayout {
  readonly columns: readonly number[];
}

/**
 * Finds a report's columns by their headings in any one language, moved or with other columns in between. A duplicate
 * heading is ambiguous and counts as missing.
 * @param row the cells of the report's heading row
 * @param t formats the names of missing headings
 */
export function computeReportLayout(
  row: readonly Cell[],
  { columns }: ReportDefinition,
  t: Translate,
): ReportLayout | { readonly missing: readonly string[] } {
  const texts = row.map(normalizeHeading);
  const findColumnsIn = (translate: Translate): readonly number[] =>
    columns.map(({ heading }) => {
      const text = normalizeHeading(translate(heading));
      const at = texts.indexOf(text);
      return at === texts.lastIndexOf(text) ? at : -1;
    });
  const countMissing = (places: readonly number[]): number => places.filter((at) => at < 0).length;
  let best = { words: t, places: findColumnsIn(t) };
  for (const translate of languages.map(createTranslate)) {
    const places = findColumnsIn(translate);
    if (countMissing(places) < countMissing(best.places)) best = { words: translate, places };
  }
  const missing = columns
    .filter((_, at) => (best.places[at] ?? -1) < 0)
    .map(({ heading }) => best.words(heading));
  return missing.length > 0 ? { missing } : { columns: best.places };
}

/** Runs a custom function. @throws if it returns no rows */
export type RunReportCall = (name: string, args: readonly unknown[]) => Cell | Rows;

const toChosenText = (chosen: FormulaChoice): string => ('text' in chosen ? chosen.text : chosen.typed);

/** `[code] sentence`, as a failing row of a range shows it. */
const faultPattern = /^\[[a-z_]+\] /;

const toRows = (result: Cell | Rows): Rows => (Array.isArray(result) ? (result as Rows) : [[result as Cell]]);

/**
 * A report's rows as values. A row's fault becomes a blank plus a text in the last column, so figure columns hold only
 * figures.
 * @throws if the first part, on which the others depend, has no rows
 */
export function readReportRows({ columns, parts, ofAll }: ReportDefinition, run: RunReportCall): Rows {
  const rows: Cell[][] = [];
  for (const part of parts) {
    const ids = part.arguments === 'ids' ? rows.map((row) => [row[idColumn - 1] ?? '']) : null;
    if (ids !== null && ids.length === 0) break;
    const args = part.arguments === 'ids' ? [ids] : part.arguments.map(toChosenText);
    let result: Rows;
    try {
      result = toRows(run(part.name, args));
    } catch (thrown) {
      if (ids === null) throw thrown;
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      result = ids.map(() => [/^\[/.test(text) ? text : `[unexpected] ${text}`]);
    }
    result.forEach((cells, at) => {
      const row = rows[at] ?? columns.map(() => '');
      rows[at] = row;
      cells.forEach((cell, offset) => {
        const fault = ofAll && typeof cell === 'string' && faultPattern.test(cell);
        const place = part.column - 1 + offset;
        if (fault) {
          const earlier = String(row[columns.length - 1] ?? '');
          if (!earlier.includes(cell)) row[columns.length - 1] = earlier === '' ? cell : `${earlier} ${cell}`;
        } else if (place < columns.length) row[place] = cell;
      });
    });
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

const dayMs = 24 * hourMs;

/** Formats an age in its largest whole unit: `3 hours`. */
function formatAge(t: Translate, ms: number): string {
  if (ms >= 2 * dayMs) return t('report.days', { count: Math.floor(ms / dayMs) });
  if (ms >= hourMs) return t('report.hours', { count: Math.floor(ms / hourMs) });
  return t('report.minutes', { count: Math.max(0, Math.floor(ms / minuteMs)) });
}

/**
 * Formats a report's status: when it was read, the age of its figures, and what a blank means.
 * @param oldest when the oldest answer arrived, milliseconds since the epoch; null without one
 */
export function formatStatusLine(
  { t, now, formatInstant, workbook }: Pick<ActionContext, 't' | 'now' | 'formatInstant' | 'workbook'>,
  oldest: number | null,
  values: boolean,
): string {
  const at = now();
  const facts = { when: formatInstant(at), zone: workbook.zone };
  if (!values) return t('report.live', facts);
  return t('report.read', { ...facts, age: formatAge(t, at - (oldest ?? at)) });
}
