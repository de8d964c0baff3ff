export type { Counters } from './broker/counters.ts';
export type { Screen } from './broker/screen.ts';
export type { ScriptFunction } from './function-list.ts';
export type { Menu, MenuItem, StoreName, TimeTrigger } from './host-calls.ts';
export { type Limit, limits } from './limits.ts';
export type { AppsScriptOptions } from './options.ts';
export { ScriptError, type ScriptErrorKind } from './script-error.ts';
export { type PropertyStore, type ScriptHost, startAppsScript } from './script-host.ts';
