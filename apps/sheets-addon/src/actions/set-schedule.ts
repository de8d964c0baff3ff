import { plans } from '@answershare/core';
import type { ActionContext } from '../ports/action-context.ts';
import { CellError } from '../ports/cell.ts';
import { cursorName, planRefresh } from './refresh.ts';
import {
  estimateScheduleCost,
  findStaleSince,
  formatPace,
  type Heartbeat,
  heartbeatName,
  listHours,
  noSchedule,
  parseHeartbeat,
  type RefreshSchedule,
  readSchedule,
  type ScheduleCost,
} from './schedule.ts';
import { planTracking } from './track.ts';

const scheduleName = 'answershare.schedule';

/** Ids of this file's triggers of all users, so that each user's earlier one is found. */
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
 * The schedule with the connected key's plan. After another key was connected: the plan of the service's limits, else
 * the smallest.
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

/** Finds this user's working trigger or creates one. Keeps the old one if a new one cannot be created. */
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

/** Starts a schedule, or removes its trigger if its pace is off. */
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

/** Ends the schedule; other users' triggers in this file remove themselves at their next time. */
export function endSchedule({ triggers, properties }: Pick<ActionContext, 'triggers' | 'properties'>): void {
  properties.remove(cursorName);
  if (properties.get(scheduleName) === null) return;
  if (triggers.isAvailable) triggers.remove(knownTriggers({ properties }));
  for (const name of [scheduleName, triggersName, heartbeatName]) properties.remove(name);
}

/** The user's choice. */
export type ScheduleInput = Omit<RefreshSchedule, 'identity' | 'trigger'>;

function parseScheduleInput(order: ScheduleInput): RefreshSchedule {
  const schedule = readSchedule({ ...order, trigger: null });
  if (schedule === null) throw new CellError('bad_request', 'The schedule has a pace, an hour and a plan.');
  return schedule;
}

export interface SchedulePlan extends ScheduleCost {
  /** Formulas of the add-on with unknown queries; their requests come on top. */
  readonly uncounted: number;
}

/** The requests of a schedule per day, next to the plan's. */
export function planSchedule(context: ActionContext, order: ScheduleInput): SchedulePlan {
  const { requests, questions, uncounted } = planRefresh(context);
  const keys = questions.map(({ key }) => key);
  const tracking = order.tracking
    ? planTracking(context).questions.filter(({ key }) => keys.indexOf(key) < 0).length
    : 0;
  return { ...estimateScheduleCost(parseScheduleInput(order), Math.max(1, requests), tracking), uncounted };
}

/** Why a schedule exceeds the plan; null if it fits. */
export function formatOverPlan(context: ActionContext, order: ScheduleInput): string | null {
  const { text: say } = context;
  const { fits, perDay, usable, closest } = planSchedule(context, order);
  if (fits) return null;
  const best =
    closest === null ? say('schedule.noneFits') : say('schedule.closest', { pace: formatPace(say, closest) });
  return say('schedule.tooMuch', { day: say('quota.requests', { count: perDay }), usable, closest: best });
}

/** @throws CellError if the schedule exceeds the plan */
export function saveSchedule(context: ActionContext, order: ScheduleInput): RefreshSchedule {
  const { triggers, text: say } = context;
  const schedule = parseScheduleInput(order);
  if (!triggers.isAvailable) throw new CellError('refused', say('schedule.absent'));
  const hours = listHours(schedule.pace);
  if (hours !== null) {
    const over = formatOverPlan(context, order);
    if (over !== null) throw new CellError('refused', over);
  }
  // Consent comes before any removal.
  if (hours !== null) triggers.requestConsent();
  return startSchedule(context, schedule);
}

/** The plans with their limits, for the choice of one. */
export const listPlanChoices = (['starter', 'growth', 'enterprise'] as const).map((name) => ({
  name,
  ...plans[name],
}));
