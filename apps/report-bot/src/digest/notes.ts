import { type CalendarDate, figureOf, type JudgedFigure } from '@answershare/core';
import { type Direction, toPoints } from '@answershare/core/statistics';
import {
  type DatedEvent,
  type EventText,
  eventTexts,
  type ServiceEventKind,
} from '../settings/events-and-goals.ts';
import type { CommonShift } from './common-shift.ts';
import { createFact, type DigestMetric, type Fact, type ReportedMethodChange } from './metric.ts';
import type { SiteDay } from './site-days.ts';
import { measures, type SiteMetrics } from './site-metrics.ts';

/** Figures of an unconfirmed recipe that rests on a single body. */
export interface AssumedFigures {
  readonly endpoint: string;
  /** JSON Pointers (RFC 6901) of the compared figure; none if rows are counted. */
  readonly pointers: readonly string[];
}

/** Why a question has no answer. */
export interface ReportedFault {
  /** A kind of fault of the client; another word, or null for an answer of an earlier version, has its sentence alone. */
  readonly kind: string | null;
  /** The HTTP status; null without an answer. */
  readonly status: Fact | null;
  /** The service's own words; null without any. */
  readonly serviceMessage: string | null;
  /** The whole reason in English. */
  readonly reason: string;
}

/** A limitation of the numbers of a website or of the whole digest. */
export type DigestNote =
  | { readonly kind: 'no-data'; readonly of: Fact }
  | { readonly kind: 'first' }
  /** Events that the service reported in the reported week. */
  | {
      readonly kind: 'event';
      readonly event: ServiceEventKind;
      readonly text: EventText;
      readonly days: readonly CalendarDate[];
    }
  | {
      readonly kind: 'missing-days';
      readonly measures: readonly JudgedFigure[];
      readonly days: Fact;
      readonly of: Fact;
    }
  /** Missing days of counted citations. */
  | { readonly kind: 'counted-days'; readonly days: Fact; readonly of: Fact; readonly sum: Fact }
  | {
      readonly kind: 'not-compared';
      readonly verdict: 'method-changed' | 'incomplete';
      readonly measures: readonly JudgedFigure[];
      /** Null for incomplete weeks. */
      readonly methodChange: ReportedMethodChange | null;
    }
  | {
      readonly kind: 'failure';
      readonly endpoint: string;
      readonly fault: ReportedFault;
      readonly days: Fact;
      readonly of: Fact;
    }
  /** Days of citations still grow after they end, or (`late-unknown`) one answer cannot show whether they do. */
  | { readonly kind: 'late' | 'late-unknown' }
  | { readonly kind: 'revised'; readonly from: Fact; readonly to: Fact }
  /** Most websites moved alike in the reported week. A count's size is a fraction. */
  | {
      readonly kind: 'shift';
      readonly figure: JudgedFigure;
      readonly direction: Direction;
      readonly size: Fact;
      readonly alike: Fact;
      readonly of: Fact;
    }
  /** How many of the last arrows stood some weeks later. */
  | { readonly kind: 'record'; readonly stood: Fact; readonly of: Fact }
  /** Arrows of the mail before that came back. */
  | {
      readonly kind: 'withdrawn';
      readonly arrows: readonly {
        readonly name: string;
        readonly figure: JudgedFigure;
        readonly direction: Direction;
      }[];
    }
  | { readonly kind: 'gone'; readonly websites: readonly string[] }
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  | { readonly kind: 'changed'; readonly endpoint: string }
  | { readonly kind: 'assumed'; readonly figures: readonly AssumedFigures[] }
  | {
      readonly kind: 'competitors';
      readonly added: readonly string[];
      readonly removed: readonly string[];
      /** True if changes of shares count the competitors of both weeks alone. */
      readonly common: boolean;
    };

/** Notes in order of importance. */
export function listNotes(site: string, metrics: SiteMetrics, days: readonly SiteDay[]): DigestNote[] {
  const all = measures.map((measure) => ({ measure, ...metrics[measure] }));
  const failed = noteFailures(site, days, metrics.share.of.value);
  if (all.every(({ level }) => level === null)) return [{ kind: 'no-data', of: metrics.share.of }, ...failed];
  const first = all.some(({ verdict }) => verdict === 'first');
  const { added, removed, basis } = metrics.share;
  const isCommon = (basis.sampling?.common ?? null) !== null;
  const { late, revised, readSum, days: counted, of } = metrics.citations;
  return [
    ...(first ? [{ kind: 'first' } as const] : []),
    ...noteMissingDays(
      all.filter(({ measure, verdict }) => verdict !== 'incomplete' && !(measure === 'citations' && readSum)),
    ),
    ...(readSum === null ? [] : [{ kind: 'counted-days', days: counted, of, sum: readSum } as const]),
    ...noteRefused(all),
    ...(added.length + removed.length > 0 || isCommon
      ? [{ kind: 'competitors', added, removed, common: isCommon } as const]
      : []),
    ...(late === true ? [{ kind: 'late' } as const] : []),
    ...(late === null && metrics.citations.verdict === 'too-early'
      ? [{ kind: 'late-unknown' } as const]
      : []),
    ...(revised === null ? [] : [{ kind: 'revised', ...revised } as const]),
    ...failed,
  ];
}

/** A note for each kind of the service's events in these days. */
export function noteEvents(events: readonly DatedEvent[], days: readonly CalendarDate[]): DigestNote[] {
  const found = new Map<ServiceEventKind, Set<CalendarDate>>();
  for (const { kind, on } of events)
    if (kind !== undefined && days.includes(on)) found.set(kind, (found.get(kind) ?? new Set()).add(on));
  return [...found].map(([event, dates]) => ({
    kind: 'event',
    event,
    text: eventTexts[event],
    days: [...dates],
  }));
}

export function noteShift({ figure, difference, move, alike, of }: CommonShift): DigestNote {
  const { unit, digits } = figureOf(figure);
  const size = Math.abs(unit === 'count' ? Math.exp(move) - 1 : difference);
  const id = `shift/${figure}`;
  return {
    kind: 'shift',
    figure,
    direction: move > 0 ? 'up' : 'down',
    size:
      unit === 'share'
        ? createFact(`${id}/size`, toPoints(size), 'points', digits)
        : createFact(`${id}/size`, size, unit === 'count' ? 'share' : unit, digits),
    alike: createFact(`${id}/alike`, alike, 'sites'),
    of: createFact(`${id}/of`, of, 'sites'),
  };
}

function noteMissingDays(all: readonly (DigestMetric & { readonly measure: JudgedFigure })[]): DigestNote[] {
  const counts = [
    ...new Set(all.filter(({ days, of }) => days.value < of.value).map(({ days }) => days.value)),
  ];
  return counts.flatMap((count) => {
    const same = all.filter(({ days }) => days.value === count);
    const [first] = same;
    if (first === undefined) return [];
    return [
      { kind: 'missing-days', measures: same.map(({ measure }) => measure), days: first.days, of: first.of },
    ];
  });
}

/** A note for each reason; too few days are one. */
function noteRefused(all: readonly (DigestMetric & { readonly measure: JudgedFigure })[]): DigestNote[] {
  return (['method-changed', 'incomplete'] as const).flatMap((verdict) => {
    const refused = all.filter((metric) => metric.verdict === verdict);
    const groups = new Map<string, typeof refused>();
    for (const metric of refused) {
      const reason = verdict === 'incomplete' ? '' : metric.reason;
      groups.set(reason, [...(groups.get(reason) ?? []), metric]);
    }
    return [...groups.values()].map((of) => ({
      kind: 'not-compared',
      verdict,
      measures: of.map(({ measure }) => measure),
      methodChange: of[0]?.methodChange ?? null,
    }));
  });
}

function noteFailures(site: string, days: readonly SiteDay[], of: number): DigestNote[] {
  const endpoints = new Map<string, { days: number; last: SiteDay['failures'][number] }>();
  for (const day of days) {
    for (const last of new Map(day.failures.map((failure) => [failure.endpoint, failure])).values())
      endpoints.set(last.endpoint, { days: (endpoints.get(last.endpoint)?.days ?? 0) + 1, last });
  }
  return [...endpoints].map(
    ([
      endpoint,
      {
        days: count,
        last: { reason, fault },
      },
    ]) => ({
      kind: 'failure',
      endpoint,
      fault: {
        kind: fault?.kind ?? null,
        status:
          fault?.status == null
            ? null
            : createFact(`${site}/failure/${endpoint}/status`, fault.status, 'count'),
        serviceMessage: fault?.serviceMessage ?? null,
        reason,
      },
      days: createFact(`${site}/failure/${endpoint}/days`, count, 'days'),
      of: createFact(`${site}/failure/${endpoint}/of`, of, 'days'),
    }),
  );
}
