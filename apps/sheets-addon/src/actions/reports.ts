import { isApiError } from '@answershare/core';
import { askWebsites, type Ask } from '../asks/ask.ts';
import { faultOf } from '../cells/fault-text.ts';
import { Refusal } from '../cells/refusal.ts';
import { type KeptReport, readKept, reportsName, writeKept } from '../reports/kept-reports.ts';
import { isReportKind, type Report, type ReportKind, reportOf } from '../reports/report.ts';
import { reportFormulas } from '../reports/report-formulas.ts';
import { ageText } from './ages.ts';
import { evaluatedReport } from './evaluated-report.ts';
import type { Office, Reception } from './office.ts';
import { recordedAsks, functionNamed } from './recorded-asks.ts';
import { formatColumns, headingRow, layOut, writeRows } from './report-sheet.ts';
import { rangeName, tabName } from './safe-names.ts';
import { websitesOf } from './websites.ts';
import type { Workbook } from './workbook.ts';

export interface ReportOrder {
  readonly kind: ReportKind;
  /** The website's id; empty for a report of all. */
  readonly website: string;
  readonly as: 'values' | 'formulas';
}

const useMs = 60_000;

function checked({ kind, website, as }: ReportOrder): Report {
  const whole = isReportKind(kind) && typeof website === 'string' && (as === 'values' || as === 'formulas');
  if (!whole || (kind !== 'overview' && website === '')) {
    throw new Refusal('bad_request', 'A report needs a kind and, unless it is of all websites, a website.');
  }
  return reportOf(kind, website);
}

/** What a report asks, so that it can be gathered step by step before it is written. */
export function reportAsks(office: Office, report: Report, ids: readonly string[], workbook: Workbook): readonly Ask[] {
  const calendar = calendarOf(office);
  return report.parts.reduce<Ask[]>((all, { name, arguments: args }) => {
    const found = functionNamed(name);
    const given = args === 'ids' ? [ids.map((id) => [id])] : args.map((one) => ('text' in one ? one.text : one.typed));
    return found === null ? all : all.concat(recordedAsks(found, given, calendar));
  }, []);
}
