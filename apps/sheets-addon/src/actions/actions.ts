import { diagnose } from './diagnose.ts';
import { findRangeFormulas, rewrite, undoRewrite } from './doctor.ts';
import { finishRefresh } from './finish-refresh.ts';
import { type Gathered, type GatherOrder, gather } from './gather.ts';
import { insertReport, planReport } from './insert-report.ts';
import type { Office } from './office.ts';
import { pause } from './pause.ts';
import { planRefresh } from './plan-refresh.ts';
import { keepRecipes, sampleFigures, sampleList } from './sample.ts';
import { planSchedule, saveSchedule } from './set-schedule.ts';
import { fileState } from './state.ts';
import { planTracking, track } from './track.ts';
import { websites } from './websites.ts';
import { formulaCost, insertFormula } from './write-formula.ts';

/** Short enough for a progress that moves, and for a call that is cut off to lose little. */
const stepMs = 30_000;

/** Everything that the sidebar can have done. Each takes one argument and gives what google.script.run can carry. */
export const actions = {
  state: fileState,
  websites,
  formulaCost,
  insertFormula,
  planReport,
  insertReport,
  planRefresh,
  gather: (office: Office, order: GatherOrder): Gathered => gather(office, order, stepMs),
  finishRefresh,
  pause,
  planTracking,
  track,
  planSchedule,
  saveSchedule,
  findRangeFormulas,
  rewrite,
  undoRewrite,
  diagnose,
  sampleList,
  sampleFigures,
  keepRecipes,
} as const;

export type Actions = typeof actions;
export type ActionName = keyof Actions;

/** What an action takes; none for one that takes nothing. */
export type Order<K extends ActionName> = Parameters<Actions[K]> extends [Office, infer T] ? T : undefined;
export type Done<K extends ActionName> = ReturnType<Actions[K]>;

export function isActionName(name: unknown): name is ActionName {
  return typeof name === 'string' && Object.keys(actions).indexOf(name) >= 0;
}
