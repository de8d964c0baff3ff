import { roundName } from '../schedule/round.ts';
import { hoursOf, noSchedule, readSchedule, type Schedule } from '../schedule/schedule.ts';
import type { Office } from './office.ts';

const scheduleName = 'answershare.schedule';

/** Ids of triggers that were set in this file, by whomever, so that each person's earlier one is found again. */
const triggersName = 'answershare.triggers';
const mostTriggers = 20;

type Keeper = Pick<Office, 'alarm' | 'drawer' | 'workbook'>;

function knownTriggers({ drawer }: Pick<Office, 'drawer'>): readonly string[] {
  return JSON.parse(drawer.get(triggersName) ?? '[]') as readonly string[];
}

export function storedSchedule({ drawer }: Pick<Office, 'drawer'>): Schedule {
  const text = drawer.get(scheduleName);
  return (text === null ? null : readSchedule(JSON.parse(text))) ?? noSchedule;
}

/**
 * Stores a schedule and sets its one trigger in place of the earlier one (Google: one trigger of a type per user and document).
 * @param hours between two runs; null for no trigger
 */
function setTrigger({ alarm, drawer, workbook }: Keeper, schedule: Schedule, hours: number | null): Schedule {
  const known = knownTriggers({ drawer });
  alarm.clear(known);
  const trigger = hours === null ? null : alarm.set(hours, schedule.hour, workbook.zone);
  if (trigger !== null) drawer.set(triggersName, JSON.stringify(known.concat(trigger).slice(-mostTriggers)));
  const saved = { ...schedule, trigger };
  drawer.set(scheduleName, JSON.stringify(saved));
  return saved;
}

/** Begins a schedule anew, or ends its trigger where its pace is off. */
export function startSchedule(keeper: Keeper, schedule: Schedule): Schedule {
  keeper.drawer.remove(roundName);
  return setTrigger(keeper, { ...schedule, soon: false }, hoursOf(schedule.pace));
}

/** Has a run that did not come to its end go on in an hour, whatever the pace; and returns to the pace after it. */
export function goOnSoon(keeper: Keeper, schedule: Schedule, soon: boolean): void {
  const hours = hoursOf(schedule.pace);
  if (schedule.soon === soon || hours === null || hours === 1) return;
  setTrigger(keeper, { ...schedule, soon }, soon ? 1 : hours);
}

/** Ends the schedule; triggers of other people in this file end themselves at their next time. */
export function endSchedule({ alarm, drawer }: Pick<Office, 'alarm' | 'drawer'>): void {
  drawer.remove(roundName);
  if (drawer.get(scheduleName) === null) return;
  if (alarm.there) alarm.clear(knownTriggers({ drawer }));
  drawer.remove(scheduleName);
  drawer.remove(triggersName);
}
