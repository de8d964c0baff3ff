import { redact } from '@answershare/core';
import { Refusal } from '../cells/refusal.ts';
import type { Call } from '../formulas/calls.ts';
import { columnLetters } from '../formulas/reference.ts';
import { type CallFault, checkCall } from './check-call.ts';
import { asksOfFormulas } from './file-asks.ts';
import type { Office } from './office.ts';
import { ownCalls } from './own-formulas.ts';
import { questionsOf } from './questions.ts';
import { websitesOf } from './websites.ts';
import type { ActiveCell } from './workbook.ts';

export interface FormulaOrder {
  readonly formula: string;
  /** Writes over what the cell holds. */
  readonly replace: boolean;
}

export interface FormulaWritten {
  readonly written: boolean;
  /** `B2`. */
  readonly cell: string;
  /** What the cell shows instead of a value, as far as is known without a request; null for nothing. */
  readonly fault: CallFault | null;
}

export interface FormulaCost {
  /** Requests at most; answers that are kept cost none. */
  readonly most: number;
  /** Requests left today; null where not told. */
  readonly leftToday: number | null;
  /** What the cell would show instead of a value, as far as is known without a request; null for nothing. */
  readonly fault: CallFault | null;
}

const useMs = 30_000;

/** @throws Refusal for a text that is no formula of the add-on and nothing else */
function onlyCall({ say }: Office, formula: unknown): Call {
  const calls = typeof formula === 'string' ? ownCalls(formula) : [];
  if (typeof formula === 'string' && redact(formula) !== formula) {
    throw new Refusal('refused', say('formula.secret'));
  }
  const [call] = calls;
  if (calls.length !== 1 || call?.whole !== true) throw new Refusal('refused', say('formula.unknown'));
  return call;
}

/** @throws Refusal where the active tab has no cells */
function activeCell({ workbook, say }: Office): ActiveCell {
  const active = workbook.active();
  if (active === null) throw new Refusal('refused', say('formula.noCell'));
  return active;
}

/** What a formula costs at most and what is wrong with it, before it is written. */
export function formulaCost(office: Office, { formula }: Pick<FormulaOrder, 'formula'>): FormulaCost {
  const call = onlyCall(office, formula);
  const { tab } = activeCell(office);
  const fault = checkCall(office, call, tab);
  const leftToday = office.file.status().day_left;
  const asks = asksOfFormulas(office, [{ tab, calls: [call] }]);
  if (asks.length === 0 || fault?.inArguments) return { most: 0, leftToday, fault };
  const list = asks.some(({ endpoint }) => endpoint === 'websites') ? 1 : 0;
  return office.receive({ ms: useMs }, (reception) => ({
    most: list + questionsOf(asks, websitesOf(reception), office.now()).length,
    leftToday,
    fault,
  }));
}

/**
 * Writes a formula into the active cell; a cell with content is left alone unless the order says to replace it.
 * @throws Refusal with the cell's sentence for a formula whose arguments its function refuses
 */
export function insertFormula(office: Office, { formula, replace }: FormulaOrder): FormulaWritten {
  const call = onlyCall(office, formula);
  const { tab, row, column } = activeCell(office);
  const fault = checkCall(office, call, tab);
  if (fault?.inArguments) throw new Refusal(fault.code, fault.sentence);
  const cell = `${columnLetters(column)}${row}`;
  const place = { row, column, rows: 1, columns: 1 };
  const empty = tab.read(place)[0]?.[0] === '' && (tab.formulas()[row - 1]?.[column - 1] ?? '') === '';
  if (!empty && replace !== true) return { written: false, cell, fault };
  tab.writeFormulas(row, column, [[formula]]);
  office.workbook.flush();
  return { written: true, cell, fault };
}
