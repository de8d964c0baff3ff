import type { Ask } from '../asks/ask.ts';
import { argumentValue, referenceReader } from './formula-values.ts';
import type { Office } from './office.ts';
import { type OwnFormula, ownFormulas } from './own-formulas.ts';
import { functionNamed, recordedAsks } from './recorded-asks.ts';

/**
 * What formulas ask, their references read from the file. Only Sheets can compute: a call whose first argument is a
 * computation is left out, and any other computed argument counts as blank, which asks for the usual window.
 */
export function asksOfFormulas(
  { workbook, calendar }: Pick<Office, 'workbook' | 'calendar'>,
  formulas: readonly Pick<OwnFormula, 'tab' | 'calls'>[],
): readonly Ask[] {
  const read = referenceReader(workbook);
  const asks: Ask[] = [];
  for (const { tab, calls } of formulas) {
    for (const call of calls) {
      const found = functionNamed(call.name);
      const values = call.arguments.map((argument) => argumentValue(argument, tab, workbook, read));
      if (found === null || values[0] === null) continue;
      asks.push(
        ...recordedAsks(
          found,
          values.map((value) => value?.value ?? ''),
          calendar,
        ),
      );
    }
  }
  return asks;
}

export interface FileAsks {
  /** Cells with formulas of ours. */
  readonly formulas: number;
  readonly asks: readonly Ask[];
}

/** What the whole file asks in its cells. */
export function fileAsks(office: Pick<Office, 'workbook' | 'calendar'>): FileAsks {
  const formulas = ownFormulas(office.workbook);
  return { formulas: formulas.length, asks: asksOfFormulas(office, formulas) };
}
