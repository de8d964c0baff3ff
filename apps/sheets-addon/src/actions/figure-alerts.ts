import { redact } from '@answershare/core';
import { toCellFault } from '../cells/fault-text.ts';
import type { FormulaCall } from '../formulas/parse-calls.ts';
import { formatFormula } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { CellError, rejectAction, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { countBytes } from '../ports/property-store.ts';
import type { CellQuery, QueryAnswer } from '../ports/query.ts';
import type { SheetTab } from '../ports/workbook.ts';
import {
  type AlertKind,
  checkFigure,
  conditionTexts,
  type FigureAlert,
  formatAlertCondition,
  formatAlertFigure,
  parseLimit,
  toAlertKey,
} from './alert-rule.ts';
import { evaluateCall } from './evaluate-formula.ts';
import { listFormulaQueries, noAnswer } from './file-queries.ts';
import { getActiveCell, parseSingleCall } from './insert-formula.ts';
import { createReferenceReader, listOwnCalls, readArgumentValue } from './own-formulas.ts';
import { refreshRange } from './reenter-formulas.ts';

export const figureAlertsName = 'answershare.figureAlerts';

/** A property holds 9 KB (Google: guides/services/quotas). */
const maxAlerts = 20;
const maxFormulaBytes = 250;

/** Adds an alert from the builder's formula, or with null from the active cell's. */
export interface AlertInput {
  readonly formula: string | null;
  readonly condition: AlertKind;
  /** As the user wrote it. */
  readonly limit: string;
}

export function readFigureAlerts({ properties }: Pick<ActionContext, 'properties'>): readonly FigureAlert[] {
  return JSON.parse(properties.get(figureAlertsName) ?? '[]') as readonly FigureAlert[];
}

function storeAlerts({ properties }: ActionContext, alerts: readonly FigureAlert[]): void {
  if (alerts.length === 0) properties.remove(figureAlertsName);
  else properties.set(figureAlertsName, JSON.stringify(alerts));
}

/** A value as the text of an argument; null for a range. */
function toArgumentText({ calendar }: ActionContext, value: unknown): string | null {
  const [[cell] = [], ...others] = toRange(value) ?? [[value]];
  if (others.length > 0 || (toRange(value)?.[0]?.length ?? 1) > 1) return null;
  if (cell instanceof Date) return calendar.dateOfCell(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

/** The call of the active cell with the values of its references, so that moved rows do not change it. */
function readActiveFormula(context: ActionContext): string {
  const { workbook, t } = context;
  const { tab, row, column } = getActiveCell(context);
  const [[formula = ''] = []] = tab.readFormulas({ row, column, rows: 1, columns: 1 });
  const { name, arguments: args } = parseSingleCall(context, formula);
  const read = createReferenceReader(workbook);
  const texts = args.map((argument) => {
    if (argument.kind === 'named' && argument.name.toLowerCase() === refreshRange.toLowerCase()) return '';
    const found = readArgumentValue(argument, tab, workbook, read);
    return found === null ? null : toArgumentText(context, found.value);
  });
  if (texts.includes(null)) rejectAction(t('alert.oneFigure'));
  return formatFormula(
    name,
    texts.map((text) => ({ text: text ?? '' })),
  );
}

/** A tab for calls without references. */
function getAnyTab({ workbook, t }: ActionContext): SheetTab {
  const [tab] = workbook.tabs();
  if (tab === undefined) rejectAction(t('formula.noCell'));
  return tab;
}

/** The value of a call; of a table with one cell, that cell. */
function readFigure(context: ActionContext, call: FormulaCall, asks: boolean): unknown {
  const { value, fault } = evaluateCall(context, call, getAnyTab(context), asks);
  if (fault !== null && asks) throw new CellError(fault.code, fault.sentence);
  const range = toRange(value);
  return range === null ? value : range.length === 1 && range[0]?.length === 1 ? range[0][0] : null;
}

/** An older answer in place of a failed one may lack its last day, so it counts as none. */
const dropStale = (answers: readonly QueryAnswer<never>[]): readonly QueryAnswer<never>[] =>
  answers.map((answer) => (answer.ok && answer.stale !== null ? noAnswer : answer));

/** The same file, with only fresh answers of its service. */
function withFreshAnswers(context: ActionContext): ActionContext {
  return {
    ...context,
    withService: (terms, use) =>
      context.withService(terms, (session) => {
        const { query, bodies } = session.context;
        const cellContext: FunctionContext = {
          ...session.context,
          query: (queries) => dropStale(query(queries) as readonly QueryAnswer<never>[]),
          bodies: (queries) => dropStale(bodies(queries) as readonly QueryAnswer<never>[]),
        };
        return use({ ...session, context: cellContext });
      }),
  };
}

/** @throws CellError if the formula gives no single number, or the limit is none */
export function addFigureAlert(context: ActionContext, input: AlertInput): FigureAlert {
  const { mail, triggers, t, now } = context;
  const { condition } = input;
  if (!mail.isAvailable || !triggers.isAvailable) rejectAction(t('schedule.absent'));
  const formula = input.formula ?? readActiveFormula(context);
  const call = parseSingleCall(context, formula);
  const hasValues = call.arguments.every(({ kind }) => kind === 'text' || kind === 'blank');
  if (!Object.keys(conditionTexts).includes(condition) || !hasValues || countBytes(formula) > maxFormulaBytes)
    rejectAction(t('alert.oneFigure'));
  const isShare = /^(?:AS_)?SHARE_OF_VOICE$/.test(call.name);
  const limit = parseLimit(String(input.limit), condition, isShare);
  if (limit === null) rejectAction(t(isShare ? 'alert.percentLimit' : 'alert.anyLimit'));
  const figure = readFigure(context, call, true);
  if (typeof figure !== 'number') rejectAction(t('alert.oneFigure'));
  mail.requestConsent();
  const by = mail.readUserEmail();
  const fields = { formula, condition, ...limit, figure, reference: figure, crossedAt: null, by };
  // A figure beyond its line from the start has not crossed it.
  const { alert } = checkFigure(fields, figure, now());
  return context.withLock(() => {
    const others = readFigureAlerts(context).filter((one) => toAlertKey(one) !== toAlertKey(alert));
    if (others.length >= maxAlerts) rejectAction(t('alert.tooMany', { count: maxAlerts }));
    storeAlerts(context, others.concat(alert));
    return alert;
  });
}

/** @param key of {@link toAlertKey} */
export function removeFigureAlert(context: ActionContext, { key }: { readonly key: string }): null {
  return context.withLock(() => {
    storeAlerts(
      context,
      readFigureAlerts(context).filter((alert) => toAlertKey(alert) !== key),
    );
    return null;
  });
}

/** The queries of all alerts: a refresh asks them too. */
export function listAlertQueries(context: ActionContext): readonly CellQuery[] {
  const alerts = readFigureAlerts(context);
  if (alerts.length === 0) return [];
  const tab = getAnyTab(context);
  return listFormulaQueries(
    context,
    alerts.map(({ formula }) => ({ tab, calls: listOwnCalls(formula) })),
  );
}

function sendCrossings(
  { mail, workbook, t, locale }: ActionContext,
  crossings: readonly { readonly before: FigureAlert; readonly after: FigureAlert }[],
): void {
  const { title, url } = workbook.file();
  const format = (value: number): string => value.toLocaleString(locale.replace(/_/g, '-'));
  const lines = crossings.map(({ before, after }) => {
    const figure = (value: number): string => formatAlertFigure(after, value, format);
    const from = after.condition === 'change' ? before.reference : before.figure;
    const condition = formatAlertCondition(t, after, format);
    const words = after.formula.slice(1).replace(/\s+/g, ' ');
    const by = t('alert.by', { user: after.by || t('alert.anEditor'), file: title });
    return `- “${words}”: ${figure(from)} → ${figure(after.figure)} (${condition}); ${by}`;
  });
  const text = [t('alert.crossedText', { file: title }), '', ...lines, '', url, '', t('alert.crossedEnd')];
  const subject = t('alert.crossedSubject', { count: crossings.length, file: title });
  mail.sendToUser(subject, redact(text.join('\n')));
}

/**
 * Checks every alert with the stored answers, without a request, and mails those that cross their line in one mail. If
 * the mail cannot be sent, the next check reports them again.
 * @returns why a mail could not be sent, as a fault of the run
 */
export function checkFigureAlerts(context: ActionContext): readonly string[] {
  const { mail, t, now } = context;
  const alerts = readFigureAlerts(context);
  if (alerts.length === 0 || !mail.isAvailable) return [];
  const fresh = withFreshAnswers(context);
  const figures = new Map(
    alerts.map(({ formula }) => {
      const [call] = listOwnCalls(formula);
      return [formula, call === undefined ? null : readFigure(fresh, call, false)];
    }),
  );
  return context.withLock(() => {
    const checked = readFigureAlerts(context).map((before) => {
      const { alert, crosses } = checkFigure(before, figures.get(before.formula), now());
      return { before, after: alert, crosses };
    });
    const crossings = checked.filter(({ crosses }) => crosses);
    let faults: readonly string[] = [];
    try {
      if (crossings.length > 0) sendCrossings(context, crossings);
    } catch (thrown) {
      faults = [t('alert.unsent', { sentence: toCellFault(thrown, 'sidebar').sentence })];
    }
    storeAlerts(
      context,
      checked.map(({ before, after, crosses }) => (crosses && faults.length > 0 ? before : after)),
    );
    return faults;
  });
}
