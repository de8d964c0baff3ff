export type { Counters, Latency, ServiceCall, ServiceCounters } from './broker/call-counters.ts';
export { type HostClock, type SteppedClock, steppedClock } from './broker/clock.ts';
export type { ExecutionView } from './broker/executions.ts';
export { type Account, GoogleAccounts, type QuotaUsage } from './broker/quotas.ts';
export type { TriggerRun } from './broker/trigger-runner.ts';
export type { UiState } from './broker/user-interface.ts';
export type { ScriptFunction } from './project.ts';
export type {
  Area,
  CellContent,
  CellFormat,
  Chart,
  TabProperties,
  Toast,
  Validation,
} from './protocol/document.ts';
export { ScriptError, type ScriptErrorKind } from './protocol/errors.ts';
export type { Menu, MenuItem, StoreName, TimeTrigger } from './protocol/host-calls.ts';
export { type Limit, limits, type Rule, rules } from './protocol/limits.ts';
export type { AppsScriptOptions, PropertyStoreView } from './script-host.ts';
export type { GridCell, GridCellChange, GridTab } from './spreadsheet/grid-exchange.ts';
export type { Calculation } from './spreadsheet/recalculation.ts';
export type { CellView, CellViewValue, SheetView, TabView } from './spreadsheet/sheet-view.ts';
export { type ScriptHost, startAppsScript } from './start.ts';
