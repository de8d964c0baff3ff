import { plans } from '@answershare/core';
import type { ActionContext } from '../ports/action-context.ts';
import { CellError, rejectAction } from '../ports/cell.ts';
import { figureAlertsName, readFigureAlerts } from './figure-alerts.ts';
import { cursorName, planRefresh } from './refresh.ts';
import {
  estimateScheduleCost,
  findStaleSince,
  formatPace,
  type Heartbeat,
  heartbeatName,
  noSchedule,
  parseHeartbeat,
  parseSchedule,
  type RefreshSchedule,
  type ScheduleCost,
  toIntervalHours,
} from './schedule.ts';
import { planTracking } from './track.ts';

const scheduleName = 'answershare.schedule';

/** Ids of this file's triggers of all users, so that each user's earlier one is found. */
const triggersName = 'answershare.triggers';
const maxTriggers = 20;

/** When a failure was mailed, milliseconds since the epoch; absent while runs succeed. */
export const alertName = 'answershare.alert';

type TriggerOwner = Pick<ActionContext, 'triggers' | 'connection' | 'properties' | 'now'>;

function readKnownTriggers({ properties }: Pick<ActionContext, 'properties'>): readonly string[] {
  return JSON.parse(properties.get(triggersName) ?? '[]') as readonly string[];
}

export function readStoredSchedule({ properties }: Pick<ActionContext, 'properties'>): RefreshSchedule {
  const text = properties.get(scheduleName);
  return (text === null ? null : parseSchedule(JSON.parse(text))) ?? noSchedule;
}

/** The schedule with the connected key's plan; for another key the plan of its limits, else the smallest. */
export function readCurrentSchedule(context: ActionContext): RefreshSchedule {
  const stored = readStoredSchedule(context);
  const statedPlan = context.file.status().plan;
  if (stored.pace === 'off') return { ...stored, plan: statedPlan ?? stored.plan };
  const identity = context.connection.status()?.identity ?? null;
  const isSameKey = stored.identity === null || identity === null || stored.identity === identity;
  return isSameKey ? stored : { ...stored, plan: statedPlan ?? 'starter' };
}

export function readStoredHeartbeat({ properties }: Pick<ActionContext, 'properties'>): Heartbeat | null {
  return parseHeartbeat(properties.get(heartbeatName));
}

export function storeHeartbeat(
  { properties }: Pick<ActionContext, 'properties'>,
  heartbeat: Heartbeat,
): void {
  properties.set(heartbeatName, JSON.stringify(heartbeat));
}

/** Finds this user's working trigger or creates one. Keeps the old one if a new one cannot be created. */
function findOwnTrigger({ triggers, properties, now }: Omit<TriggerOwner, 'connection'>): string {
  const known = readKnownTriggers({ properties });
  const own = triggers.findOwn(known);
  const isStale =
    findStaleSince(readStoredSchedule({ properties }), readStoredHeartbeat({ properties }), now()) !== null;
  if (own !== null && !isStale) return own;
  // One trigger of a type for each user and document (Google: editor triggers).
  triggers.remove(known);
  const trigger = triggers.create();
  properties.set(triggersName, JSON.stringify(known.concat(trigger).slice(-maxTriggers)));
  return trigger;
}

/** Starts a schedule, or removes its trigger if its pace is off. */
function startSchedule(owner: TriggerOwner, input: RefreshSchedule): RefreshSchedule {
  const { triggers, connection, properties, now } = owner;
  const off = input.pace === 'off';
  const identity = connection.status()?.identity ?? null;
  const saved = { ...input, identity, trigger: off ? null : findOwnTrigger(owner) };
  storeHeartbeat(owner, { at: now(), begun: now(), open: false });
  properties.set(scheduleName, JSON.stringify(saved));
  properties.remove(cursorName);
  properties.remove(alertName);
  if (off) triggers.remove(readKnownTriggers(owner));
  return saved;
}

/** Ends the schedule; other users' triggers in this file remove themselves at their next time. */
export function endSchedule({ triggers, properties }: Pick<ActionContext, 'triggers' | 'properties'>): void {
  for (const name of [cursorName, figureAlertsName]) properties.remove(name);
  if (properties.get(scheduleName) === null) return;
  if (triggers.isAvailable) triggers.remove(readKnownTriggers({ properties }));
  for (const name of [scheduleName, triggersName, heartbeatName, alertName]) properties.remove(name);
}

/** The user's choice; without a day the first one, without alerts none. */
export type ScheduleInput = Omit<RefreshSchedule, 'identity' | 'trigger' | 'by' | 'day' | 'alerts'> &
  Partial<Pick<RefreshSchedule, 'day' | 'alerts'>>;

function parseScheduleInput(input: ScheduleInput): RefreshSchedule {
  const schedule = parseSchedule({ ...input, trigger: null });
  if (schedule === null) throw new CellError('bad_request', 'The schedule has a pace, an hour and a plan.');
  return schedule;
}

export interface SchedulePlan extends ScheduleCost {
  /** Formulas of the add-on with unknown queries; their requests come on top. */
  readonly uncounted: number;
}

/** The requests of a schedule per day, next to the plan's. */
export function planSchedule(context: ActionContext, input: ScheduleInput): SchedulePlan {
  const { requests, questions, uncounted } = planRefresh(context);
  const keys = questions.map(({ key }) => key);
  const tracking = input.tracking
    ? planTracking(context).questions.filter(({ key }) => !keys.includes(key)).length
    : 0;
  return { ...estimateScheduleCost(parseScheduleInput(input), Math.max(1, requests), tracking), uncounted };
}

/** Why a schedule exceeds the plan; null if it fits. */
export function formatOverPlan(context: ActionContext, input: ScheduleInput): string | null {
  const { t } = context;
  const { fits, perDay, usable, closest } = planSchedule(context, input);
  if (fits) return null;
  const best =
    closest === null ? t('schedule.noneFits') : t('schedule.closest', { pace: formatPace(t, closest) });
  return t('schedule.tooMuch', {
    day: t('quota.requests', { count: perDay }),
    usable,
    closest: best,
  });
}

/** @throws CellError if the schedule exceeds the plan */
export function saveSchedule(context: ActionContext, input: ScheduleInput): RefreshSchedule {
  const { triggers, mail, t } = context;
  const schedule = parseScheduleInput(input);
  if (!triggers.isAvailable) rejectAction(t('schedule.absent'));
  const hours = toIntervalHours(schedule.pace);
  if (hours !== null) {
    const over = formatOverPlan(context, input);
    if (over !== null) rejectAction(over);
  }
  // Consent comes before any removal.
  if (hours !== null) triggers.requestConsent();
  if (hours !== null && mail.isAvailable && (schedule.alerts || readFigureAlerts(context).length > 0))
    mail.requestConsent();
  return startSchedule(context, { ...schedule, by: mail.readUserEmail() });
}

/** The plans with their limits, for the choice of one. */
export const listPlanChoices = (['starter', 'growth', 'enterprise'] as const).map((name) => ({
  name,
  ...plans[name],
}));
