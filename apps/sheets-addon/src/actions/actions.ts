import type { ActionContext } from '../ports/action-context.ts';
import { combineFormulas, findRangeFormulas, undoCombine } from './combine-formulas.ts';
import { listFailedFormulas, selectCell } from './failed-formulas.ts';
import { addFigureAlert, removeFigureAlert } from './figure-alerts.ts';
import { formatAddonDiagnosis, readFileState, readQuota } from './file-state.ts';
import { freezeTab } from './freeze-tab.ts';
import { type GatherInput, type GatherResult, gather } from './gather.ts';
import { insertFormula, previewFormula, readSelection } from './insert-formula.ts';
import { insertReport, planReport } from './insert-report.ts';
import { openReport, planReportUpdate, removeReport, updateReport } from './one-report.ts';
import { finishRefresh, planRefresh, setPaused } from './refresh.ts';
import { runFailed } from './run-failed.ts';
import {
  checkKey,
  chooseWebsites,
  keepNames,
  readWebsiteChoice,
  readWebsites,
  sampleFigures,
  sampleList,
  storeRecipes,
} from './sample-figures.ts';
import { planSchedule, saveSchedule } from './set-schedule.ts';
import { planTracking, trackDay } from './track.ts';

/** Short enough for visible progress, and so that an aborted call loses little. */
const stepMs = 30_000;

/** All actions of the sidebar. Each takes one argument and returns a value that google.script.run can transfer. */
export const actions = {
  state: readFileState,
  quota: readQuota,
  checkKey,
  websites: readWebsites,
  websiteChoice: readWebsiteChoice,
  chooseWebsites,
  keepNames,
  previewFormula,
  selection: readSelection,
  insertFormula,
  planReport,
  insertReport,
  openReport,
  planReportUpdate,
  updateReport,
  removeReport,
  freezeTab,
  planRefresh,
  gather: (context: ActionContext, input: GatherInput): GatherResult => gather(context, input, stepMs),
  finishRefresh,
  runFailed,
  failedFormulas: listFailedFormulas,
  selectCell,
  pause: setPaused,
  planTracking,
  track: trackDay,
  planSchedule,
  saveSchedule,
  addFigureAlert,
  removeFigureAlert,
  findRangeFormulas,
  rewrite: combineFormulas,
  undoRewrite: undoCombine,
  diagnose: formatAddonDiagnosis,
  sampleList,
  sampleFigures,
  keepRecipes: storeRecipes,
} as const;

type Actions = typeof actions;
export type ActionName = keyof Actions;

/** The input of an action; none for an action without input. */
export type ActionInput<K extends ActionName> =
  Parameters<Actions[K]> extends [ActionContext, infer T] ? T : undefined;
export type ActionResult<K extends ActionName> = ReturnType<Actions[K]>;

export function isActionName(name: unknown): name is ActionName {
  return typeof name === 'string' && Object.keys(actions).includes(name);
}
