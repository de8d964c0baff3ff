import type { ActionContext } from '../ports/action-context.ts';
import { rejectAction } from '../ports/cell.ts';
import { findFailedFormulas } from './failed-formulas.ts';
import { toTabName } from './report-sheet.ts';

/** Longest part of a snapshot's name before its date. */
const maxNameLength = 45;

/** A snapshot of a tab. */
export interface Snapshot {
  readonly tab: string;
  /** The result as a sentence. */
  readonly sentence: string;
  /** Formulas that showed a fault; their cells keep showing it. */
  readonly faults: number;
}

/**
 * Copies the active tab to a new one with values in place of formulas, its date in its name. The original stays.
 * @throws CellError for a chart's own sheet, and while formulas run
 */
export function freezeTab(context: ActionContext): Snapshot {
  const { workbook, t, formatInstant, now } = context;
  const tab = workbook.active()?.tab;
  if (tab === undefined) rejectAction(t('snapshot.noCells'));
  if (tab.values().some((row) => row.includes('Loading...'))) rejectAction(t('snapshot.loading'));
  const faults = findFailedFormulas(context).filter(({ cell }) => cell.tab.id === tab.id).length;
  const [date = ''] = formatInstant(now()).split(' ');
  const taken = workbook.tabs().map((one) => one.name);
  const { name } = tab.copyValues(toTabName(`${tab.name.slice(0, maxNameLength)} ${date}`, taken));
  const sentences = [
    t('snapshot.done', { tab: name }),
    faults > 0 ? t('snapshot.faults', { count: faults }) : '',
  ];
  return { tab: name, sentence: sentences.join(' ').trim(), faults };
}
