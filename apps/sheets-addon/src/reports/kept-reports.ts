import { isReportKind, type ReportKind } from './report.ts';

/** A report of values that refresh and schedule keep current. */
export interface KeptReport {
  readonly kind: ReportKind;
  /** The website's id; empty for all websites. */
  readonly website: string;
  readonly title: string;
  /** The named range of its headings and rows. */
  readonly range: string;
  /** When its figures were read last, milliseconds since the epoch. */
  readonly readAt: number;
  /** Why the last reading failed; null where it did not. */
  readonly fault: string | null;
}

/** A property holds 9 KB (Google: guides/services/quotas); a report takes some 200 bytes. */
const most = 30;

export const reportsName = 'answershare.reports';

function isKept(value: unknown): value is KeptReport {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, website, title, range, readAt } = value as Partial<KeptReport>;
  return (
    isReportKind(kind) &&
    typeof website === 'string' &&
    typeof title === 'string' &&
    typeof range === 'string' &&
    typeof readAt === 'number'
  );
}

export function readKept(text: string | null): readonly KeptReport[] {
  if (text === null) return [];
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter(isKept) : [];
}

/** The newest {@link most} reports. */
export function writeKept(reports: readonly KeptReport[]): string {
  return JSON.stringify(
    reports.slice(-most).map((report) => ({ ...report, title: report.title.slice(0, 80) })),
  );
}
