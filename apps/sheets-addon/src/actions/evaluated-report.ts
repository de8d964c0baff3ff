import type { Answer, Ask } from '../asks/ask.ts';
import type { Rows } from '../cells/cell.ts';
import type { Desk } from '../desk.ts';
import type { Report } from '../reports/report.ts';
import { reportRows } from '../reports/report-rows.ts';
import { functionNamed } from './recorded-asks.ts';

export interface EvaluatedReport {
  readonly rows: Rows;
  /** When the oldest of its answers came, milliseconds since the epoch; null where no answer came. */
  readonly oldest: number | null;
  /** Why an answer is missing or old; null where none is. */
  readonly fault: string | null;
}

/** A report's rows as its functions give them, with the age of what they rest on. @throws where nothing can be shown */
export function evaluatedReport(report: Report, desk: Desk): EvaluatedReport {
  let oldest: number | null = null;
  let fault: string | null = null;
  const note = (answers: readonly Answer[]): void => {
    for (const answer of answers) {
      if (answer.ok) oldest = Math.min(oldest ?? answer.fetchedAt, answer.fetchedAt);
      const told = answer.ok ? answer.stale : answer;
      if (told !== null) fault ??= told.sentence;
    }
  };
  const watched: Desk = {
    ...desk,
    ask: ((asks: readonly Ask[]) => {
      const answers = desk.ask(asks);
      note(answers);
      return answers;
    }) as Desk['ask'],
  };
  const rows = reportRows(report, (name, args) => {
    const found = functionNamed(name);
    if (found === null) throw new Error(`The add-on has no function ${name}.`);
    return found.answer(args, watched);
  });
  return { rows, oldest, fault };
}
