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
  { say }: Messages,
  { description, parameters, examples }: FunctionEntry,
): HTMLElement {
  const meanings = element('dl', []);
  for (const parameter of parameters) {
    meanings.append(element('dt', [element('code', parameter.name)]), element('dd', parameter.text));
  }
  const shown = examples.map(({ formula, shows }) =>
    element('div', [element('code', formula), element('span', shows)], 'example'),
  );
  const english = element('div', [element('p', description), meanings, ...shown], 'help-body');
  english.lang = 'en';
  return element('details', [
    element('summary', say('formula.help')),
    element('p', say('formula.helpEnglish'), 'help'),
    english,
  ]);
}

/** Choice for websites named in cells. */
const inCells = ':cells';

export interface FormulaFields {
  readonly place: HTMLElement;
  /** The choice for each parameter; null while a website is missing. */
  choices(): readonly FormulaChoice[] | null;
  load(): Promise<void>;
}

interface Field {
  readonly place: HTMLElement;
  choice(): FormulaChoice | null;
  load(): Promise<void>;
}

function textField({ talk }: ViewContext, name: string, optional: boolean, changed: () => void): Field {
  const input = element('input', '');
  input.type = 'text';
  input.spellcheck = false;
  input.autocomplete = 'off';
  input.addEventListener('input', changed);
  const label = optional ? `${name} (${talk.say('formula.optional')})` : name;
  return {
    place: labelField(label, input),
    choice: () => ({ typed: input.value }),
    load: () => Promise.resolve(),
  };
}

function websiteField(room: ViewContext, changed: () => void): Field {
  const { say } = room.talk;
  const cells = element('input', '');
  cells.type = 'text';
  cells.spellcheck = false;
  cells.autocomplete = 'off';
  cells.addEventListener('input', changed);
  const cellsPlace = labelField(say('formula.cellsLabel'), cells);
  cellsPlace.hidden = true;
  const picker = websitePicker(room, [{ value: inCells, text: say('formula.cells') }], toDomainName, () => {
    cellsPlace.hidden = picker.select.value !== inCells;
    if (!cellsPlace.hidden) cells.focus();
    changed();
  });
  return {
    place: element('div', [picker.place, cellsPlace], 'stack'),
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

/** A field for each parameter of a function. */
export function formulaFields(
  room: ViewContext,
  { parameters }: FunctionEntry,
  changed: () => void,
): FormulaFields {
  const fields = parameters
    .filter(isForPeople)
    .map(({ name, text }) =>
      name === 'website'
        ? websiteField(room, changed)
        : textField(room, name, /^Optional\./.test(text), changed),
    );
  return {
    place: element(
      'div',
      fields.map(({ place }) => place),
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
