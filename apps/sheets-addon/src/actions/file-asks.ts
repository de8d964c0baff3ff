import type { Ask } from '../asks/ask.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import type { Call } from '../formulas/calls.ts';
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

/** Arguments with which each function that asks about a website asks something, and others that tell which of them matter. */
const samples: readonly (readonly string[])[] = [['a'], ['a', 'citations'], ['analytics', 'a', '']];
const others = ['b', '9d', 'citations'];

/** True where another argument at this place has a function ask something else: a website, an endpoint or a window. */
function decides(found: SheetFunction, at: number, calendar: Office['calendar']): boolean {
  return samples.some((sample) => {
    const asked = (value: string): string => {
      const length = Math.max(sample.length, at + 1);
      const args = Array.from({ length }, (_, index) => (index === at ? value : (sample[index] ?? '')));
      const asks = recordedAsks(found, args, calendar);
      return asks.length === 0 ? '' : JSON.stringify(asks);
    };
    const told = [sample[at] ?? '', ...others].map(asked).filter((asks) => asks !== '');
    return told.some((asks) => asks !== told[0]);
  });
}

/**
 * Formulas of which it cannot be told what they ask, as a website, endpoint or window is a computation, or the formula cannot
 * be read.
 */
export function uncountedFormulas(
  formulas: readonly Pick<OwnFormula, 'calls'>[],
  calendar: Office['calendar'],
): number {
  const known = new Map<string, boolean>();
  const matters = (name: string, at: number): boolean => {
    const found = functionNamed(name);
    if (found === null) return false;
    const place = `${found.name} ${at}`;
    const told = known.get(place) ?? decides(found, at, calendar);
    known.set(place, told);
    return told;
  };
  const open = ({ name, arguments: given }: Call): boolean =>
    given.some(({ kind }, at) => kind === 'other' && matters(name, at));
  return formulas.filter(({ calls }) => calls.some(open)).length;
}

export interface FileAsks {
  /** Cells with formulas of ours. */
  readonly formulas: number;
  /** Those among them of which it cannot be told what they ask. */
  readonly uncounted: number;
  readonly asks: readonly Ask[];
}

/** What the whole file asks in its cells. */
export function fileAsks(office: Pick<Office, 'workbook' | 'calendar'>): FileAsks {
  const formulas = ownFormulas(office.workbook);
  return {
    formulas: formulas.length,
    uncounted: uncountedFormulas(formulas, office.calendar),
    asks: asksOfFormulas(office, formulas),
  };
}
