import { randomInt } from 'node:crypto';
import { ServiceFault } from '../protocol/errors.ts';
import type { TimeTrigger } from '../protocol/host-calls.ts';
import { limits } from '../protocol/limits.ts';
import { toWallTime, wallTimeToInstant } from '../spreadsheet/locale.ts';
import type { HostClock } from './clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekDays = 'SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY'.split(' ');

/** A trigger's schedule. Values that Google chooses at random are chosen once. */
export interface TriggerSchedule {
  builderCalls: TimeTrigger['schedule'];
  timeZone: string;
  createdAt: number;
  /** Milliseconds since local midnight; null for hourly triggers. */
  timeOfDay: number | null;
}

/** `random` chooses an unspecified minute, or up to 15 minutes around nearMinute. */
export function createSchedule(
  asked: TimeTrigger['schedule'],
  timeZone: string,
  createdAt: number,
  random: () => number,
): TriggerSchedule {
  if ('everyHours' in asked || 'after' in asked)
    return { builderCalls: asked, timeZone, createdAt, timeOfDay: null };
  const atHour = Number(asked.atHour ?? Math.floor(random() * 24));
  const minute =
    asked.nearMinute === undefined
      ? Math.floor(random() * 60)
      : Number(asked.nearMinute) - 15 + Math.floor(random() * 31);
  return { builderCalls: asked, timeZone, createdAt, timeOfDay: atHour * hourMs + minute * 60_000 };
}

/** The first run after `after`, in epoch milliseconds; null = none. */
export function findNextDue(schedule: TriggerSchedule, after: number): number | null {
  const { builderCalls: asked, createdAt } = schedule;
  if (asked.after !== undefined) {
    const due = createdAt + Number(asked.after);
    return due > after ? due : null;
  }
  if (schedule.timeOfDay === null) {
    const step = Number(asked.everyHours) * hourMs;
    return createdAt + Math.max(1, Math.floor((after - createdAt) / step) + 1) * step;
  }
  const firstDay = toLocalMidnight(createdAt, schedule.timeZone);
  for (let date = Math.max(firstDay, toLocalMidnight(after, schedule.timeZone) - dayMs); ; date += dayMs) {
    const due = wallTimeToInstant(date + schedule.timeOfDay, schedule.timeZone);
    if (due > after && due > createdAt && isScheduledDay(asked, date, firstDay)) return due;
  }
}

/** Local midnight, encoded as if it were UTC. */
function toLocalMidnight(instant: number, timeZone: string): number {
  const wall = toWallTime(instant, timeZone);
  return wall - (((wall % dayMs) + dayMs) % dayMs);
}

function isScheduledDay(asked: TimeTrigger['schedule'], date: number, firstDay: number): boolean {
  const local = new Date(date);
  if (asked.onMonthDay !== undefined) return local.getUTCDate() === asked.onMonthDay;
  const days = Math.round((date - firstDay) / dayMs);
  if (asked.onWeekDay === undefined && asked.everyWeeks === undefined)
    return days % Number(asked.everyDays) === 0;
  const weekDay = asked.onWeekDay ?? weekDays[new Date(firstDay).getUTCDay()];
  if (weekDays[local.getUTCDay()] !== weekDay) return false;
  return Math.floor(days / 7) % Number(asked.everyWeeks ?? 1) === 0;
}

interface StoredTrigger {
  /** Its creator, with whose account it runs. */
  user: string;
  trigger: TimeTrigger;
  schedule: TriggerSchedule;
}

export interface DueTrigger {
  id: string;
  user: string;
  handler: string;
  due: number;
  timeZone: string;
}

/** The script's time-driven triggers with their next runs. */
export class Triggers {
  readonly #clock: HostClock;
  readonly #random: () => number;
  readonly #timeZone: string;
  #kept: StoredTrigger[] = [];

  /** `timeZone` is the default zone of triggers. */
  constructor(clock: HostClock, random: () => number, timeZone: string) {
    this.#clock = clock;
    this.#random = random;
    this.#timeZone = timeZone;
  }

  create(handler: string, asked: TimeTrigger['schedule'], user: string): TimeTrigger {
    if (this.list(user).length >= limits.timeTriggers.value) {
      throw new ServiceFault(
        'This add-on has created too many time-based triggers in this document for this Google user account.',
      );
    }
    const now = this.#clock.now();
    const schedule = createSchedule(asked, String(asked.inTimezone ?? this.#timeZone), now, this.#random);
    const trigger = {
      id: String(randomInt(1e12)),
      handler,
      schedule: asked,
      due: findNextDue(schedule, now) ?? now,
    };
    this.#kept.push({ user, trigger, schedule });
    return trigger;
  }

  /** Those of one user, or of all. */
  list(user?: string): TimeTrigger[] {
    const own = this.#kept.filter((one) => user === undefined || one.user === user);
    return structuredClone(own.map(({ trigger }) => trigger));
  }

  remove(id: string): null {
    this.#kept = this.#kept.filter(({ trigger }) => trigger.id !== id);
    return null;
  }

  clear(): void {
    this.#kept = [];
  }

  /** The next run of any trigger, or null. */
  nextDue(): number | null {
    const dues = this.#kept.map(({ trigger }) => trigger.due);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** Returns the trigger that is due first, or null. Its next run is after now: missed runs are skipped. */
  takeDue(): DueTrigger | null {
    const now = this.#clock.now();
    const [first] = [...this.#kept].sort((a, b) => a.trigger.due - b.trigger.due);
    if (first === undefined || first.trigger.due > now) return null;
    const { user, trigger, schedule } = first;
    const taken = {
      user,
      id: trigger.id,
      handler: trigger.handler,
      due: trigger.due,
      timeZone: schedule.timeZone,
    };
    const again = findNextDue(schedule, Math.max(now, trigger.due));
    if (again === null) this.remove(trigger.id);
    else trigger.due = again;
    return taken;
  }
}
