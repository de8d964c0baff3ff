/** How often the file is refreshed by itself. Google fires an add-on's trigger once an hour at most (guides: editor triggers). */
export const paces = ['off', 'day', '12h', '8h', '6h', '4h', '2h', '1h'] as const;

export type Pace = (typeof paces)[number];

/** What a file does by itself. */
export interface Schedule {
  readonly pace: Pace;
  /** Hour of the day, 0 to 23, in the file's zone; of a daily schedule. */
  readonly hour: number;
  /** Records a day in the history too. */
  readonly tracking: boolean;
  /** The plan that the budget was counted with. */
  readonly plan: 'starter' | 'growth' | 'enterprise';
  /** Stands for the key whose plan it is; null where that is not known. */
  readonly identity: string | null;
  /** The one trigger that runs it; null while it is off. */
  readonly trigger: string | null;
}

export const noSchedule: Schedule = {
  pace: 'off',
  hour: 7,
  tracking: true,
  plan: 'starter',
  identity: null,
  trigger: null,
};

/** Hours between two runs; null for off. */
export function hoursOf(pace: Pace): number | null {
  if (pace === 'off') return null;
  return pace === 'day' ? 24 : Number(pace.slice(0, -1));
}

function isOneOf<T extends string>(value: unknown, known: readonly T[]): value is T {
  return known.indexOf(value as T) >= 0;
}

/** A stored or sent schedule; null where something in it cannot be. */
export function readSchedule(value: unknown): Schedule | null {
  if (typeof value !== 'object' || value === null) return null;
  const { pace, hour, tracking, plan, identity, trigger } = value as Partial<Schedule>;
  if (!isOneOf(pace, paces) || !isOneOf(plan, ['starter', 'growth', 'enterprise'] as const)) return null;
  if (typeof hour !== 'number' || hour < 0 || hour > 23 || Math.floor(hour) !== hour) return null;
  return {
    pace,
    hour,
    tracking: tracking === true,
    plan,
    identity: typeof identity === 'string' ? identity : null,
    trigger: typeof trigger === 'string' ? trigger : null,
  };
}
