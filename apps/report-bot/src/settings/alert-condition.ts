import { figureOf, type JudgedFigure, listFigureNames } from '@answershare/core';
import { z } from 'zod';
import { eventWords, type ServiceEventKind } from './events-and-goals.ts';
import type { PathIssue, WellFormed } from './issues.ts';

const unitWords = {
  share: ' in per cent',
  score: ' as the score',
  count: ' of seven days',
  rank: '',
} as const;

const describeFigure = (name: JudgedFigure): string =>
  `${name}: ${figureOf(name).label}${unitWords[figureOf(name).unit]}`;

/** When a figure is worth a mail between digests. Shares are in per cent here, as people write them. */
export const alertShape = {
  figure: z
    .enum(listFigureNames('judged'))
    .describe(listFigureNames('judged').map(describeFigure).join('; ')),
  below: z
    .number()
    .positive()
    .exactOptional()
    .describe('Alert when the figure has clearly fallen below this.'),
  above: z
    .number()
    .positive()
    .exactOptional()
    .describe('Alert when the figure has clearly risen above this.'),
  changes: z
    .enum(['up', 'down', 'any'])
    .exactOptional()
    .describe('Alert on any clear change in this direction.'),
  on: z
    .literal('event')
    .exactOptional()
    .describe('event: alert when the service reports an event by its webhook, with the figures of our own.'),
  events: z
    .array(z.enum(Object.keys(eventWords) as ServiceEventKind[]))
    .min(1)
    .exactOptional()
    .describe('The kinds of event of `on: event`; all without it.'),
  days: z
    .int()
    .min(1)
    .max(90)
    .default(7)
    .describe('A website alerts again only after its figure was back for so many days.'),
};

type ParsedAlert = z.infer<z.ZodObject<typeof alertShape>>;

const isShare = (figure: JudgedFigure | undefined): boolean =>
  figure !== undefined && figureOf(figure).unit === 'share';

const conditions = ['below', 'above', 'changes', 'on'] as const;

/** An alert has one condition, and a share is under 100 per cent. */
export function findConditionIssues(alert: NonNullable<WellFormed<ParsedAlert>>): PathIssue[] {
  const named = conditions.filter((name) => name in alert);
  const shares = (['below', 'above'] as const).filter(
    (name) => isShare(alert.figure) && (alert[name] ?? 0) >= 100,
  );
  return [
    ...(named.length === 0
      ? [{ path: [], message: 'has no condition; write one of below, above, changes and on' }]
      : []),
    ...(named.length > 1
      ? [{ path: [], message: `has ${named.join(' and ')}; write an alert for each` }]
      : []),
    ...('events' in alert && !('on' in alert)
      ? [{ path: ['events'], message: 'goes with "on: event"' }]
      : []),
    ...shares.map((name) => ({
      path: [name],
      message: 'is a share of voice; write per cent under 100',
    })),
  ];
}

/** The condition of an alert. A threshold is in the unit of the level: a share is a fraction 0..1. */
export type AlertCondition =
  | { readonly kind: 'below' | 'above'; readonly threshold: number }
  /** Null for events of all kinds. */
  | { readonly kind: 'event'; readonly events: readonly ServiceEventKind[] | null }
  | { readonly kind: 'changes'; readonly direction: 'up' | 'down' | 'any' };

export function toAlertCondition({ figure, below, above, changes, on, events }: ParsedAlert): AlertCondition {
  if (on !== undefined) return { kind: 'event', events: events ?? null };
  const threshold = below ?? above;
  if (threshold === undefined) return { kind: 'changes', direction: changes ?? 'any' };
  return {
    kind: below === undefined ? 'above' : 'below',
    threshold: isShare(figure) ? threshold / 100 : threshold,
  };
}
