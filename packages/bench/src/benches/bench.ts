import type { Contender } from '../contenders/contender.ts';

export type Figure = string | number | null;

/** One line of a table: who, in which setting, and what was measured by column. */
export interface Row {
  readonly who: string;
  /** `default`, `tuned`, or what else tells two lines apart. */
  readonly setting: string;
  readonly figures: Readonly<Record<string, Figure>>;
}

/** What a bench found out. */
export interface Finding {
  readonly rows: readonly Row[];
  /** Our figure that is held against the target. */
  readonly ours: string;
  readonly met: boolean;
  /** How to read the figures, and what they do not say. */
  readonly remarks: readonly string[];
}

export interface Bench {
  readonly id: string;
  readonly title: string;
  /** What our client is to reach. */
  readonly target: string;
  run(contenders: readonly Contender[]): Promise<Finding>;
}

/** Name and setting of a contender as a line begins with them. */
export function labelOf({ library, tuned }: Contender): Pick<Row, 'who' | 'setting'> {
  return { who: library.name, setting: tuned ? 'tuned' : 'default' };
}

/** Our line among the contenders'. */
export function isOurs({ library }: Contender): boolean {
  return library.name === 'answershare';
}
