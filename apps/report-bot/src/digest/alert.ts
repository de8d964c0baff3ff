import {
  addDays,
  type CalendarDate,
  type FigureUnit,
  figureOf,
  type JudgedFigure,
  maxOf,
} from '@answershare/core';
import type { AlertCondition } from '../settings/alert-condition.ts';
import type { EventText, ServiceEventKind } from '../settings/events-and-goals.ts';
import { countChanges, listChanges } from './changes.ts';
import type { Digest } from './digest.ts';
import { listClauses } from './headline.ts';
import { createFact, type Fact } from './metric.ts';
import type { SiteDigest } from './site-digest.ts';

/** An alert is judged each day of a week, so a chance counts seven times (Bonferroni). */
export const looksPerWeek = 7;

/** The kinds of event of a website on a day and the one before, as a day of UTC overlaps two. */
const listAlertEvents = (
  { notes }: SiteDigest,
  events: readonly ServiceEventKind[] | null,
  day: CalendarDate | null,
): readonly EventText[] =>
  notes.flatMap((note) =>
    note.kind === 'event' &&
    (events ?? [note.event]).includes(note.event) &&
    (day === null || note.days.some((one) => one >= addDays(day, -1)))
      ? note.text
      : [],
  );

/** True if the figure changed clearly in the direction of the condition, and is beyond its threshold; or if the service reported an event. */
export function meetsCondition(
  site: SiteDigest,
  figure: JudgedFigure,
  condition: AlertCondition,
  day: CalendarDate | null = null,
): boolean {
  if (condition.kind === 'event') return listAlertEvents(site, condition.events, day).length > 0;
  const { verdict, direction, level } = site[figure];
  if (verdict !== 'clear' || direction === null || level === null) return false;
  if (condition.kind === 'changes') return condition.direction === 'any' || condition.direction === direction;
  return condition.kind === 'below'
    ? direction === 'down' && level.value < condition.threshold
    : direction === 'up' && level.value > condition.threshold;
}

/** The digest of an alert: some websites, and of their changes the alert's figure first. */
export function toAlertDigest(
  digest: Digest,
  sites: readonly SiteDigest[],
  figure: JudgedFigure,
  condition: AlertCondition,
): Digest {
  const changes = listChanges(sites).flatMap(({ site }) => {
    const { direction } = site[figure];
    const clauses = listChanges([site]).flatMap((change) =>
      change.clauses.filter((clause) => clause.kind === 'clear' && clause.measure === figure),
    );
    return direction === null ? [] : [{ site, clauses, direction }];
  });
  const own = changes.flatMap(({ clauses }) => clauses);
  const taken = sites.flatMap((site) => (site.taken === null ? [] : [site.taken.last]));
  const others = listClauses(sites).filter((clause) => clause.kind !== 'clear' || clause.measure !== figure);
  return {
    ...digest,
    asOf: taken.length === 0 ? null : maxOf(taken),
    sites,
    changes,
    counts: countChanges(sites),
    groups: [],
    clauses: [...own, ...others],
    notes: [],
    alert: {
      figure,
      kind: condition.kind,
      events:
        condition.kind === 'event'
          ? [...new Set(sites.flatMap((site) => listAlertEvents(site, condition.events, digest.week)))]
          : [],
      threshold:
        'threshold' in condition ? createThreshold(condition.threshold, figureOf(figure).unit) : null,
    },
  };
}

/** A share is shown in per cent with the digits that it has. */
function createThreshold(value: number, unit: FigureUnit): Fact {
  const shown = Number((unit === 'share' ? 100 * value : value).toFixed(2));
  return createFact('alert/threshold', value, unit, (String(shown).split('.')[1] ?? '').length);
}
