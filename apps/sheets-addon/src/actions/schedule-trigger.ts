import { type Beat, beatName, readBeat, silentSince } from '../schedule/beat.ts';
import { roundName } from '../schedule/round.ts';
import { noSchedule, readSchedule, type Schedule } from '../schedule/schedule.ts';
import type { Office } from './office.ts';

const scheduleName = 'answershare.schedule';

/** Ids of triggers that were set in this file, by whomever, so that each person's earlier one is found again. */
const triggersName = 'answershare.triggers';
const mostTriggers = 20;

type Keeper = Pick<Office, 'alarm' | 'connection' | 'drawer' | 'now'>;

function knownTriggers({ drawer }: Pick<Office, 'drawer'>): readonly string[] {
  return JSON.parse(drawer.get(triggersName) ?? '[]') as readonly string[];
}

export function storedSchedule({ drawer }: Pick<Office, 'drawer'>): Schedule {
  const text = drawer.get(scheduleName);
  return (text === null ? null : readSchedule(JSON.parse(text))) ?? noSchedule;
}

/**
 * The schedule with the plan of the key that is connected: where another key was connected since it was saved, the plan that
 * the service's limits show, else the smallest.
 */
export function currentSchedule(office: Office): Schedule {
  const stored = storedSchedule(office);
  const told = office.file.status().plan;
  if (stored.pace === 'off') return { ...stored, plan: told ?? stored.plan };
  const identity = office.connection.status()?.identity ?? null;
  const isOwn = stored.identity === null || identity === null || stored.identity === identity;
  return isOwn ? stored : { ...stored, plan: told ?? 'starter' };
}

export function storedBeat({ drawer }: Pick<Office, 'drawer'>): Beat | null {
  return readBeat(drawer.get(beatName));
}

export function storeBeat({ drawer }: Pick<Office, 'drawer'>, beat: Beat): void {
  drawer.set(beatName, JSON.stringify(beat));
}

/** This user's trigger: the one that there is and fires, so that none is lost where a new one cannot be had; else a new one. */
function ownTrigger({ alarm, drawer, now }: Omit<Keeper, 'connection'>): string {
  const known = knownTriggers({ drawer });
  const standing = alarm.standing(known);
  const silent = silentSince(storedSchedule({ drawer }), storedBeat({ drawer }), now()) !== null;
  if (standing !== null && !silent) return standing;
  // One trigger of a type for each user and document (Google: editor triggers).
  alarm.clear(known);
  const trigger = alarm.set();
  drawer.set(triggersName, JSON.stringify(known.concat(trigger).slice(-mostTriggers)));
  return trigger;
}

/** Begins a schedule anew, or ends its trigger where its pace is off. */
export function startSchedule(keeper: Keeper, order: Omit<Schedule, 'identity' | 'trigger'>): Schedule {
  const { alarm, connection, drawer, now } = keeper;
  const off = order.pace === 'off';
  const identity = connection.status()?.identity ?? null;
  const saved = { ...order, identity, trigger: off ? null : ownTrigger(keeper) };
  storeBeat(keeper, { at: now(), begun: now(), open: false });
  drawer.set(scheduleName, JSON.stringify(saved));
  drawer.remove(roundName);
  if (off) alarm.clear(knownTriggers(keeper));
  return saved;
}

/** Ends the schedule; triggers of other people in this file end themselves at their next time. */
export function endSchedule({ alarm, drawer }: Pick<Office, 'alarm' | 'drawer'>): void {
  drawer.remove(roundName);
  if (drawer.get(scheduleName) === null) return;
  if (alarm.there) alarm.clear(knownTriggers({ drawer }));
  for (const name of [scheduleName, triggersName, beatName]) drawer.remove(name);
}
