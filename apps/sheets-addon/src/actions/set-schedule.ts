import { plans } from '@answershare/core';
import type { ActionContext } from '../ports/action-context.ts';
import { CellError } from '../ports/cell.ts';
import { planRefresh } from './refresh.ts';
import {
  cursorName,
  findStaleSince,
  type Heartbeat,
  heartbeatName,
  parseHeartbeat,
} from './refresh-progress.ts';
import {
  estimateScheduleCost,
  formatPace,
  listHours,
  noSchedule,
  type RefreshSchedule,
  readSchedule,
  type ScheduleCost,
} from './schedule.ts';
import { planTracking } from './track.ts';

const scheduleName = 'answershare.schedule';

/** Ids of triggers that were set in this file, by whomever, so that each person's earlier one is found again. */
const triggersName = 'answershare.triggers';
const mostTriggers = 20;

type TriggerOwner = Pick<ActionContext, 'triggers' | 'connection' | 'properties' | 'now'>;

function knownTriggers({ properties }: Pick<ActionContext, 'properties'>): readonly string[] {
  return JSON.parse(properties.get(triggersName) ?? '[]') as readonly string[];
}

export function readStoredSchedule({ properties }: Pick<ActionContext, 'properties'>): RefreshSchedule {
  const text = properties.get(scheduleName);
  return (text === null ? null : readSchedule(JSON.parse(text))) ?? noSchedule;
}

/**
 * The schedule with the plan of the key that is connected: where another key was connected since it was saved, the plan that
 * the service's limits show, else the smallest.
 */
export function readCurrentSchedule(context: ActionContext): RefreshSchedule {
  const stored = readStoredSchedule(context);
  const told = context.file.status().plan;
  if (stored.pace === 'off') return { ...stored, plan: told ?? stored.plan };
  const identity = context.connection.status()?.identity ?? null;
  const isOwn = stored.identity === null || identity === null || stored.identity === identity;
  return isOwn ? stored : { ...stored, plan: told ?? 'starter' };
}

export function readStoredHeartbeat({ properties }: Pick<ActionContext, 'properties'>): Heartbeat | null {
  return parseHeartbeat(properties.get(heartbeatName));
}

export function storeHeartbeat({ properties }: Pick<ActionContext, 'properties'>, beat: Heartbeat): void {
  properties.set(heartbeatName, JSON.stringify(beat));
}

/** This user's trigger: the one that there is and fires, so that none is lost where a new one cannot be had; else a new one. */
function findOwnTrigger({ triggers, properties, now }: Omit<TriggerOwner, 'connection'>): string {
  const known = knownTriggers({ properties });
  const standing = triggers.findOwn(known);
  const silent =
    findStaleSince(readStoredSchedule({ properties }), readStoredHeartbeat({ properties }), now()) !== null;
  if (standing !== null && !silent) return standing;
  // One trigger of a type for each user and document (Google: editor triggers).
  triggers.remove(known);
  const trigger = triggers.create();
  properties.set(triggersName, JSON.stringify(known.concat(trigger).slice(-mostTriggers)));
  return trigger;
}

/** Begins a schedule anew, or ends its trigger where its pace is off. */
export function startSchedule(
  keeper: TriggerOwner,
  order: Omit<RefreshSchedule, 'identity' | 'trigger'>,
): RefreshSchedule {
  const { triggers, connection, properties, now } = keeper;
  const off = order.pace === 'off';
  const identity = connection.status()?.identity ?? null;
  const saved = { ...order, identity, trigger: off ? null : findOwnTrigger(keeper) };
  storeHeartbeat(keeper, { at: now(), begun: now(), open: false });
  properties.set(scheduleName, JSON.stringify(saved));
  properties.remove(cursorName);
  if (off) triggers.remove(knownTriggers(keeper));
  return saved;
}

/** Ends the schedule; triggers of other people in this file end themselves at their next time. */
export function endSchedule({ triggers, properties }: Pick<ActionContext, 'triggers' | 'properties'>): void {
  properties.remove(cursorName);
  if (properties.get(scheduleName) === null) return;
  if (triggers.isAvailable) triggers.remove(knownTriggers({ properties }));
  for (const name of [scheduleName, triggersName, heartbeatName]) properties.remove(name);
}

/** What a person chose. */
export type ScheduleInput = Omit<RefreshSchedule, 'identity' | 'trigger'>;

function parseScheduleInput(order: ScheduleInput): RefreshSchedule {
  const schedule = readSchedule({ ...order, trigger: null });
  if (schedule === null) throw new CellError('bad_request', 'The schedule has a pace, an hour and a plan.');
  return schedule;
}

export interface SchedulePlan extends ScheduleCost {
  /** Formulas of ours whose requests could not be counted; they come on top. */
  readonly uncounted: number;
}

/** What a schedule costs a day, beside the plan. */
export function planSchedule(context: ActionContext, order: ScheduleInput): SchedulePlan {
  const { requests, questions, uncounted } = planRefresh(context);
  const keys = questions.map(({ key }) => key);
  const tracking = order.tracking
    ? planTracking(context).questions.filter(({ key }) => keys.indexOf(key) < 0).length
    : 0;
  return { ...estimateScheduleCost(parseScheduleInput(order), Math.max(1, requests), tracking), uncounted };
}

/** Why the plan has no room for a schedule; null where it has. */
export function formatOverPlan(context: ActionContext, order: ScheduleInput): string | null {
  const { text: say } = context;
  const { fits, perDay, usable, closest } = planSchedule(context, order);
  if (fits) return null;
  const best =
    closest === null ? say('schedule.noneFits') : say('schedule.closest', { pace: formatPace(say, closest) });
  return say('schedule.tooMuch', { day: say('quota.requests', { count: perDay }), usable, closest: best });
}

/** @throws Refusal for a schedule that the plan has no room for */
export function saveSchedule(context: ActionContext, order: ScheduleInput): RefreshSchedule {
  const { triggers, text: say } = context;
  const schedule = parseScheduleInput(order);
  if (!triggers.isAvailable) throw new CellError('refused', say('schedule.absent'));
  const hours = listHours(schedule.pace);
  if (hours !== null) {
    const over = formatOverPlan(context, order);
    if (over !== null) throw new CellError('refused', over);
  }
  // Consent is asked for before anything is taken away.
  if (hours !== null) triggers.requestConsent();
  return startSchedule(context, schedule);
}

/** The plans with their limits, for the choice of one. */
export const listPlanChoices = (['starter', 'growth', 'enterprise'] as const).map((name) => ({
  name,
  ...plans[name],
}));
