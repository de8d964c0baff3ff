export { openStores } from './cli/context.ts';
export { runCommand } from './cli/program.ts';
export { type Day, dayIn, type IsoWeek, previousWeek, weekDays, weekOf } from './schedule/iso-week.ts';
export { checkSettings, readSettings, type Settings } from './settings/settings.ts';
