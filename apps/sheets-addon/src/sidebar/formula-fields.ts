import type { FormulaChoice } from '../formulas/reference.ts';
import type { Example, Parameter } from '../functions/parameters.ts';
import { element, labelField } from './elements.ts';
import type { Messages, ViewContext } from './view.ts';
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

/** Choice for websites named in cells. */
const inCells = ':cells';

export interface FormulaFields {
  readonly root: HTMLElement;
  /** The choice for each parameter; null while a website is missing. */
  choices(): readonly FormulaChoice[] | null;
  load(): Promise<void>;
}

interface Field {
  readonly root: HTMLElement;
  choice(): FormulaChoice | null;
  load(): Promise<void>;
}

function textField({ messages }: ViewContext, name: string, optional: boolean, onChange: () => void): Field {
  const input = element('input', '');
  input.type = 'text';
  input.spellcheck = false;
  input.autocomplete = 'off';
  input.addEventListener('input', onChange);
  const label = optional ? `${name} (${messages.t('formula.optional')})` : name;
  return {
    root: labelField(label, input),
    choice: () => ({ typed: input.value }),
    load: () => Promise.resolve(),
  };
}

function websiteField(context: ViewContext, onChange: () => void): Field {
  const { t } = context.messages;
  const cells = element('input', '');
  cells.type = 'text';
  cells.spellcheck = false;
  cells.autocomplete = 'off';
  cells.addEventListener('input', onChange);
  const cellsField = labelField(t('formula.cellsLabel'), cells);
  cellsField.hidden = true;
  const picker = websitePicker(context, [{ value: inCells, text: t('formula.cells') }], toDomainName, () => {
    cellsField.hidden = picker.select.value !== inCells;
    if (!cellsField.hidden) cells.focus();
    onChange();
  });
  return {
    root: element('div', [picker.root, cellsField], 'stack'),
    choice() {
      const { value } = picker.select;
      if (value !== inCells) return value === '' ? null : { text: value };
      return cells.value.trim() === '' ? null : { typed: cells.value };
    },
    load: () => picker.load(),
  };
}

/** A parameter that only triggers recalculation is not offered. */
const isForPeople = ({ name }: Parameter): boolean => name !== 'refresh';

export function formulaFields(
  context: ViewContext,
  { parameters }: FunctionEntry,
  onChange: () => void,
): FormulaFields {
  const fields = parameters
    .filter(isForPeople)
    .map(({ name, text }) =>
      name === 'website'
        ? websiteField(context, onChange)
        : textField(context, name, /^Optional\./.test(text), onChange),
    );
  return {
    root: element(
      'div',
      fields.map(({ root }) => root),
      'stack',
    ),
    choices() {
      const chosen = fields.map((field) => field.choice());
      return chosen.some((one) => one === null) ? null : (chosen as readonly FormulaChoice[]);
    },
    async load() {
      for (const field of fields) await field.load();
    },
  };
}
