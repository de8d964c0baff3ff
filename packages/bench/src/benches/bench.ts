import type { Contender } from '../contenders/contender.ts';

export type BenchFigure = string | number | null;

/** A table row: client, setting, and figures by column. */
export interface BenchRow {
  readonly who: string;
  /** `default`, `tuned`, or another distinction. */
  readonly setting: string;
  readonly figures: Readonly<Record<string, BenchFigure>>;
}

export interface BenchFinding {
  readonly rows: readonly BenchRow[];
  /** Our figure, to compare with the target. */
  readonly ours: string;
  readonly met: boolean;
  /** How to read the figures. */
  readonly remarks: readonly string[];
}

export interface Bench {
  readonly id: string;
  /** Another name for `--only`. */
  readonly name?: string;
  readonly title: string;
  /** The goal of our client. */
  readonly target: string;
  /** A page of the repository that shows its rows. */
  readonly page?: string;
  run(contenders: readonly Contender[]): Promise<BenchFinding>;
}

export function toLabel({ library, tuned }: Contender): Pick<BenchRow, 'who' | 'setting'> {
  return { who: library.name, setting: tuned ? 'tuned' : 'default' };
}

export function isOurs({ library }: Contender): boolean {
  return library.name === 'answershare';
}
