import type { FormulaChoice } from '../formulas/reference.ts';
import { type Example, listParameterValues, type Parameter } from '../functions/parameters.ts';
import { button, comboBox, element, fillChoices, labelField } from './elements.ts';
import { callAction } from './server.ts';
import { type Messages, statusLine, type ViewContext } from './view.ts';
import { toDomainName, websitePicker } from './website-picker.ts';

export interface FunctionEntry {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly examples: readonly Example[];
}

/** Inserted by the build from the function catalogue. */
declare const FUNCTION_LIST: readonly FunctionEntry[];

export const functionList = FUNCTION_LIST;

/** A function's help, in English as Sheets shows it. */
export function functionHelp(
  { t }: Messages,
  { description, parameters, examples }: FunctionEntry,
): HTMLElement {
  const meanings = element('dl', []);
  for (const parameter of parameters) {
    meanings.append(element('dt', [element('code', parameter.name)]), element('dd', parameter.text));
  }
  const exampleRows = examples.map(({ formula, shows }) =>
    element('div', [element('code', formula), element('span', shows)], 'example'),
  );
  const helpBody = element('div', [element('p', description), meanings, ...exampleRows], 'help-body');
  helpBody.lang = 'en';
  return element('details', [
    element('summary', t('formula.help')),
    element('p', t('formula.helpEnglish'), 'help'),
    helpBody,
  ]);
}

export interface FormulaFields {
  readonly root: HTMLElement;
  /** The choice for each parameter; null while a website is missing. */
  choices(): readonly FormulaChoice[] | null;
  load(): Promise<void>;
}

interface Field {
  readonly root: HTMLElement;
  readonly name: string;
  setText(text: string): void;
  choice(): FormulaChoice | null;
  load(): Promise<void>;
}

function textField({ messages }: ViewContext, parameter: Parameter, onChange: () => void): Field {
  const { name, text } = parameter;
  const values = listParameterValues(parameter);
  const { root, input, fillValues } = comboBox(
    /^Optional\./.test(text) ? `${name} (${messages.t('formula.optional')})` : name,
    values[0] === undefined ? '' : messages.t('formula.example', { value: values[0] }),
    onChange,
  );
  fillValues(values);
  return {
    root,
    name,
    setText(written) {
      input.value = written;
    },
    choice: () => ({ typed: input.value }),
    load: () => Promise.resolve(),
  };
}

/** Value of the choice that shows a text field. */
const otherPeriod = 'other';

/** A list of the common periods, and a text for any other one. */
function periodField({ messages }: ViewContext, { name }: Parameter, onChange: () => void): Field {
  const { t } = messages;
  const list = element('select', []);
  fillChoices(list, [
    { value: '', text: t('period.default') },
    ...[7, 30, 90].map((days) => ({ value: `${days}d`, text: t('period.days', { count: days }) })),
    { value: 'yesterday', text: t('period.yesterday') },
    { value: 'last week', text: t('period.lastWeek') },
    { value: 'last month', text: t('period.lastMonth') },
    { value: 'MTD', text: t('period.month') },
    { value: 'QTD', text: t('period.quarter') },
    { value: 'YTD', text: t('period.year') },
    { value: otherPeriod, text: t('period.other') },
  ]);
  const input = element('input', '');
  input.type = 'text';
  input.spellcheck = false;
  input.placeholder = t('formula.example', { value: '2026-11-01..2026-11-07' });
  const typed = labelField(t('period.typed'), input);
  const showTyped = (): void => {
    typed.hidden = list.value !== otherPeriod;
  };
  showTyped();
  list.addEventListener('change', () => {
    showTyped();
    onChange();
  });
  input.addEventListener('input', onChange);
  return {
    root: element('div', [labelField(`${name} (${t('formula.optional')})`, list), typed], 'stack'),
    name,
    setText(text) {
      list.value = otherPeriod;
      input.value = text;
      showTyped();
    },
    choice: () => ({ typed: list.value === otherPeriod ? input.value : list.value }),
    load: () => Promise.resolve(),
  };
}

function websiteField(context: ViewContext, { name }: Parameter, onChange: () => void): Field {
  const { root, input, chosen, load } = websitePicker(
    context,
    context.messages.t('formula.websiteOrCells'),
    toDomainName,
    onChange,
  );
  return {
    root,
    name,
    setText(text) {
      input.value = text;
    },
    choice() {
      const website = chosen();
      if (website !== null) return { text: website };
      return input.value.trim() === '' ? null : { typed: input.value };
    },
    load,
  };
}

/** A parameter that only triggers recalculation is not offered. */
const isForPeople = ({ name }: Parameter): boolean => name !== 'refresh';

/** Writes the selected cells into the field that the user was in, at first the website's. */
function selectionButton(
  { messages }: ViewContext,
  fields: readonly Field[],
  onChange: () => void,
): HTMLElement {
  const { t, fault } = messages;
  const status = statusLine();
  let target = fields[0];
  const use = button('', () => void fillSelection(), 'quiet');
  const showTarget = (field: Field | undefined): void => {
    target = field;
    const name = field?.name ?? '';
    use.textContent = t('formula.useSelection', { field: name === 'website' ? t('term.website') : name });
  };
  showTarget(target);
  for (const field of fields) field.root.addEventListener('focusin', () => showTarget(field));

  async function fillSelection(): Promise<void> {
    const answer = await callAction('selection');
    if (!answer.ok) {
      status.show('fails', fault(answer));
      return;
    }
    status.clear();
    target?.setText(answer.done.reference);
    onChange();
  }
  return element('div', [element('div', [use], 'actions'), status.root]);
}

const fieldKinds: Readonly<Record<string, typeof textField>> = {
  website: websiteField,
  window: periodField,
  period: periodField,
};

export function formulaFields(
  context: ViewContext,
  { parameters }: FunctionEntry,
  onChange: () => void,
): FormulaFields {
  const fields = parameters
    .filter(isForPeople)
    .map((parameter) => (fieldKinds[parameter.name] ?? textField)(context, parameter, onChange));
  const selection = fields.length === 0 ? [] : [selectionButton(context, fields, onChange)];
  return {
    root: element('div', [...fields.map(({ root }) => root), ...selection], 'stack'),
    choices() {
      const chosen = fields.map((field) => field.choice());
      return chosen.some((one) => one === null) ? null : (chosen as readonly FormulaChoice[]);
    },
    async load() {
      for (const field of fields) await field.load();
    },
  };
}
