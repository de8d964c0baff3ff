import type { Form } from '../quirks/quirk.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';

/** The axes on which the Forms differ, each with the Form in force. */
export interface FormAxes {
  /** Parameters, field case, plans and test keys. */
  readonly names: Form;
  /** Error codes and daily headers (specification §7 and §8). */
  readonly codes: Form;
  /** Accepted names of the website parameter, the Form's own name first. */
  readonly idNames: readonly string[];
  /** How analytics takes its window (specification §4). */
  readonly windows: 'range' | 'period' | 'either';
}

const FORM_AXES: Readonly<Record<Form, FormAxes>> = {
  1: { names: 1, codes: 1, idNames: ['websiteId'], windows: 'range' },
  2: { names: 2, codes: 2, idNames: ['website_id'], windows: 'period' },
};

const AXES_IN_FORCE: QuirkTable<'form', (started: Form) => FormAxes> = {
  '1': () => FORM_AXES[1],
  '2': () => FORM_AXES[2],
  both: (started) => ({
    ...FORM_AXES[started],
    idNames: [...FORM_AXES[started].idNames, ...FORM_AXES[toOtherForm(started)].idNames],
    windows: 'either',
  }),
  'mixed-1-codes-2': () => ({ ...FORM_AXES[1], codes: 2 }),
  'mixed-2-codes-1': () => ({ ...FORM_AXES[2], codes: 1 }),
};

/** The axes in force (undecided item 1). */
export function toAxes(world: { readonly form: Form; readonly quirks: Quirks }): FormAxes {
  return AXES_IN_FORCE[world.quirks.form](world.form);
}

/** The website parameter's name in the other Form. */
export function toOtherIdName(axes: FormAxes): string {
  return FORM_AXES[toOtherForm(axes.names)].idNames[0] ?? '';
}

function toOtherForm(form: Form): Form {
  return form === 1 ? 2 : 1;
}
