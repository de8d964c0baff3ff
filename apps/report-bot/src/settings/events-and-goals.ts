import {
  type CalendarDate,
  figureOf,
  isValidDate,
  type JudgedFigure,
  listFigureNames,
} from '@answershare/core';
import type { DeliveryReading } from '@answershare/core/webhooks';
import { z } from 'zod';

const dateSchema = z.string().refine((text) => isValidDate(text), 'is not a date; write it as 2026-11-03');

const websitesSchema = z
  .array(z.string().min(1))
  .min(1)
  .exactOptional()
  .describe('Ids, domains or names of its websites; all without it.');

export const eventSchema = z.strictObject({
  on: dateSchema.describe('Its day, such as 2026-11-03.'),
  text: z.string().min(1).max(80).describe('A few words, such as relaunch.'),
  websites: websitesSchema,
});

export const eventsSchema = z
  .array(eventSchema)
  .default([])
  .describe('What happened on a day; a mail names it next to a change that follows.');

export const goalsSchema = z
  .array(
    z
      .strictObject({
        figure: z.enum(listFigureNames('judged')),
        target: z.number().positive().describe('The level to reach; per cent of a share.'),
        by: dateSchema.describe('The day to reach it by.'),
        from: z.number().min(0).describe('The level at the start; per cent of a share.'),
        since: dateSchema.describe('The day of the start.'),
        websites: websitesSchema,
      })
      .refine(({ by, since }) => since < by, { path: ['by'], message: 'is not after since' }),
  )
  .default([])
  .describe('Levels to reach by a day; a mail shows whether a website is on course.');

export type ServiceEventKind = Exclude<DeliveryReading['kind'], 'unknown'>;

/** The kinds of event in the specification (§6), in words. */
export const eventWords: Readonly<Record<ServiceEventKind, string>> = {
  'new-citation': 'new citation',
  'backlink-verified': 'backlink verified',
  'authority-change': 'authority score change',
  'crawl-complete': 'crawl complete',
  'content-refreshed': 'content refreshed',
  'competitor-alert': 'competitor alert',
};

/** The texts of the mails for them. */
export const eventTexts = {
  'new-citation': 'event-new-citation',
  'backlink-verified': 'event-backlink-verified',
  'authority-change': 'event-authority-change',
  'crawl-complete': 'event-crawl-complete',
  'content-refreshed': 'event-content-refreshed',
  'competitor-alert': 'event-competitor-alert',
} as const satisfies Readonly<Record<ServiceEventKind, string>>;

export type EventText = (typeof eventTexts)[ServiceEventKind];

/** What happened on a day. */
export interface DatedEvent {
  readonly on: CalendarDate;
  readonly text: string;
  /** Of the service; its words are then those of the mail's language. */
  readonly kind?: ServiceEventKind;
  /** References to its websites; all of them without it. */
  readonly websites?: readonly string[];
}

/** A level to reach on a straight line between two days. Shares are fractions 0..1. */
export interface Goal {
  readonly figure: JudgedFigure;
  readonly target: number;
  readonly by: CalendarDate;
  readonly from: number;
  readonly since: CalendarDate;
  readonly websites?: readonly string[];
}

/** What happened, and what is wanted. */
export interface EventsAndGoals {
  readonly events?: readonly DatedEvent[];
  readonly goals?: readonly Goal[];
}

export const toEventsAndGoals = (settings: {
  readonly events: z.infer<typeof eventsSchema>;
  readonly goals: z.infer<typeof goalsSchema>;
}): EventsAndGoals => ({
  events: settings.events,
  goals: settings.goals.map((goal) => {
    const scale = figureOf(goal.figure).unit === 'share' ? 100 : 1;
    return { ...goal, target: goal.target / scale, from: goal.from / scale };
  }),
});
