import type { Drawer } from './office.ts';

const runName = 'answershare.run';

/** What the last scheduled run did. Google sends no mail for an add-on's trigger that fails (guides: editor triggers). */
export interface Run {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** One sentence for each thing that went wrong; none where all went well. */
  readonly faults: readonly string[];
}

const longest = 300;

export function storeRun(drawer: Drawer, { at, faults }: Run): void {
  const short = faults.slice(0, 10).map((fault) => fault.slice(0, longest));
  drawer.set(runName, JSON.stringify({ at, faults: short }));
}

export function lastRun(drawer: Drawer): Run | null {
  const text = drawer.get(runName);
  return text === null ? null : (JSON.parse(text) as Run);
}
