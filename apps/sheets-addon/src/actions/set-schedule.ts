import { plans } from '@answershare/core';
import { Refusal } from '../cells/refusal.ts';
import { paceText } from '../schedule/pace-text.ts';
import { hoursOf, readSchedule, type Schedule } from '../schedule/schedule.ts';
import { type ScheduleCost, scheduleCost } from '../schedule/schedule-cost.ts';
import type { Office } from './office.ts';
import { planRefresh } from './plan-refresh.ts';
import { startSchedule } from './schedule-trigger.ts';
import { planTracking } from './track.ts';

/** What a person chose. */
export type ScheduleOrder = Omit<Schedule, 'identity' | 'trigger'>;

function checked(order: ScheduleOrder): Schedule {
  const schedule = readSchedule({ ...order, trigger: null });
  if (schedule === null) throw new Refusal('bad_request', 'The schedule has a pace, an hour and a plan.');
  return schedule;
}

export interface SchedulePlan extends ScheduleCost {
  /** Formulas of ours whose requests could not be counted; they come on top. */
  readonly uncounted: number;
}

/** What a schedule costs a day, beside the plan. */
export function planSchedule(office: Office, order: ScheduleOrder): SchedulePlan {
  const { requests, questions, uncounted } = planRefresh(office);
  const keys = questions.map(({ key }) => key);
  const tracking = order.tracking
    ? planTracking(office).questions.filter(({ key }) => keys.indexOf(key) < 0).length
    : 0;
  return { ...scheduleCost(checked(order), Math.max(1, requests), tracking), uncounted };
}

/** Why the plan has no room for a schedule; null where it has. */
export function overPlan(office: Office, order: ScheduleOrder): string | null {
  const { say } = office;
  const { fits, perDay, usable, closest } = planSchedule(office, order);
  if (fits) return null;
  const best =
    closest === null ? say('schedule.noneFits') : say('schedule.closest', { pace: paceText(say, closest) });
  return say('schedule.tooMuch', { day: say('quota.requests', { count: perDay }), usable, closest: best });
}

/** @throws Refusal for a schedule that the plan has no room for */
export function saveSchedule(office: Office, order: ScheduleOrder): Schedule {
  const { alarm, say } = office;
  const schedule = checked(order);
  if (!alarm.there) throw new Refusal('refused', say('schedule.absent'));
  const hours = hoursOf(schedule.pace);
  if (hours !== null) {
    const over = overPlan(office, order);
    if (over !== null) throw new Refusal('refused', over);
  }
  // Consent is asked for before anything is taken away.
  if (hours !== null) alarm.allow();
  return startSchedule(office, schedule);
}

/** The plans with their limits, for the choice of one. */
export const planChoices = (['starter', 'growth', 'enterprise'] as const).map((name) => ({
  name,
  ...plans[name],
}));
