import { redact } from '@answershare/core';
import { readKept, reportsName } from '../reports/kept-reports.ts';
import { historyState } from './history-state.ts';
import { lastRun } from './last-run.ts';
import type { Office } from './office.ts';
import { ownFormulas } from './own-formulas.ts';
import { storedSchedule } from './schedule-trigger.ts';

const told = (value: number | null): string => (value === null ? 'not told' : String(value));

function counts(names: readonly string[]): string {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = (found[name] ?? 0) + 1;
  const texts = Object.keys(found)
    .sort()
    .map((name) => `${name} ${found[name]}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** What the add-on knows of itself, as lines of text for a report: no key, no website, no figure of one. */
export function diagnose(office: Office): { readonly text: string } {
  const { workbook, drawer, connection, locale, shown, now } = office;
  const standing = connection.status();
  const facts = office.file.status();
  const calls = ownFormulas(workbook).reduce<string[]>(
    (all, cell) => all.concat(cell.calls.map(({ name }) => name)),
    [],
  );
  const schedule = storedSchedule(office);
  const run = lastRun(drawer);
  const lines = [
    `Answershare for Google Sheets, ${shown(now())} (${workbook.zone}), locale ${locale}`,
    standing === null
      ? 'Connection: none'
      : `Connection: ${facts.host}, Form ${facts.form ?? 'not known'}, ${facts.websites} websites, ${standing.paused ? 'paused' : 'not paused'}`,
    `Last refresh: ${facts.last_refresh === null ? 'none' : shown(facts.last_refresh)}`,
    facts.limits_seen === null
      ? 'Limits: not told'
      : `Limits at ${shown(facts.limits_seen)}: minute ${told(facts.minute_left)} of ${told(facts.minute_limit)}, day ${told(facts.day_left)} of ${told(facts.day_limit)}`,
    `State: ${facts.state}, requests today at least ${told(facts.spent_today)}`,
    `Last fault: ${facts.last_fault === null ? 'none' : (/^\[\w+\]/.exec(facts.last_fault)?.[0] ?? '')} ${facts.last_fault_at === null ? '' : shown(facts.last_fault_at)}`,
    `Tabs: ${workbook.tabs().length}`,
    `Formulas: ${counts(calls)}`,
    `Reports: ${counts(readKept(drawer.get(reportsName)).map(({ kind }) => kind))}`,
    `History: ${historyState(office)?.lastDay ?? 'none'}`,
    `Schedule: ${schedule.pace}, tracking ${schedule.tracking ? 'yes' : 'no'}, plan ${schedule.plan}, ${office.alarm.there ? 'possible' : 'not built in'}`,
    `Last run: ${run === null ? 'none' : `${shown(run.at)}, ${run.faults.length} faults`}`,
  ];
  return { text: redact(lines.join('\n')) };
}
