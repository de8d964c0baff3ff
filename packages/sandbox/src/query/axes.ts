import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';

/** The points on which the two forms differ, each with the form in force on it. */
export interface FormAxes {
  /** Whose parameters, body case, plans and test keys. */
  readonly names: Form;
  /** Whose error codes and daily headers (specification §7 and §8). */
  readonly codes: Form;
  /** Accepted names of the website parameter, the own one first. */
  readonly idNames: readonly string[];
  /** How analytics is given its window (specification §4). */
  readonly windows: 'range' | 'period' | 'either';
}

const OF_FORM: Readonly<Record<Form, FormAxes>> = {
  1: { names: 1, codes: 1, idNames: ['websiteId'], windows: 'range' },
  2: { names: 2, codes: 2, idNames: ['website_id'], windows: 'period' },
};

const IN_FORCE: Readonly<Record<Quirks['form'], (started: Form) => FormAxes>> = {
  '1': () => OF_FORM[1],
  '2': () => OF_FORM[2],
  both: (started) => ({
    ...OF_FORM[started],
    idNames: [...OF_FORM[started].idNames, ...OF_FORM[other(started)].idNames],
    windows: 'either',
  }),
  'mixed-1-codes-2': () => ({ ...OF_FORM[1], codes: 2 }),
  'mixed-2-codes-1': () => ({ ...OF_FORM[2], codes: 1 }),
};

/** The axes in force (undecided item 1) in a sandbox started in a form. */
export function toAxes(world: { readonly form: Form; readonly quirks: Quirks }): FormAxes {
  return IN_FORCE[world.quirks.form](world.form);
}

/** The website parameter's name that only the other form has. */
export function toOtherIdName(axes: FormAxes): string {
  return OF_FORM[other(axes.names)].idNames[0] ?? '';
}

function other(form: Form): Form {
  return form === 1 ? 2 : 1;
}
