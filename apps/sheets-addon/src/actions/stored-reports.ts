import { countBytes, type PropertyStore } from '../ports/property-store.ts';
import { isReportKind, type ReportKind } from './report-definitions.ts';

/** A report of values that refreshes and schedules update. */
export interface StoredReport {
  readonly kind: ReportKind;
  /** The website's id; empty for all websites. */
  readonly website: string;
  readonly title: string;
  /** The named range of its headings and rows. */
  readonly range: string;
  /** When its figures were read last, milliseconds since the epoch. */
  readonly readAt: number;
  /** Why the last reading failed; null if it succeeded. */
  readonly fault: string | null;
}

/** The most stored reports of a file. */
export const maxReports = 30;

/** A property holds 9 KB (Google: guides/services/quotas); a report takes some 200 bytes plus its fault. */
const maxBytes = 9_000;

/** Lengths of titles and faults, longest first: the first with which all reports fit is used. */
const lengths = [
  [80, 300],
  [80, 90],
  [40, 40],
  [20, 15],
] as const;

const reportsName = 'answershare.reports';

function isStoredReport(value: unknown): value is StoredReport {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, website, title, range, readAt } = value as Partial<StoredReport>;
  return (
    isReportKind(kind) &&
    typeof website === 'string' &&
    typeof title === 'string' &&
    typeof range === 'string' &&
    typeof readAt === 'number'
  );
}

export function readStoredReports({
  properties,
}: {
  readonly properties: Pick<PropertyStore, 'get'>;
}): readonly StoredReport[] {
  const value: unknown = JSON.parse(properties.get(reportsName) ?? '[]');
  return Array.isArray(value) ? value.filter(isStoredReport) : [];
}

/** Stores all reports; cuts titles and faults if they do not fit. */
export function storeReports(
  { properties }: { readonly properties: Pick<PropertyStore, 'set'> },
  reports: readonly StoredReport[],
): void {
  let text = '[]';
  for (const [title, fault] of lengths) {
    text = JSON.stringify(
      reports.map((report) => ({
        ...report,
        title: report.title.slice(0, title),
        fault: report.fault === null ? null : report.fault.slice(0, fault),
      })),
    );
    if (countBytes(text) <= maxBytes) break;
  }
  properties.set(reportsName, text);
}
