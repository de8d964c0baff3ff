import type { Parameter } from '../catalogue/sheet-function.ts';
import type { Chosen } from '../formulas/write-formula.ts';
import { element, labelled } from './elements.ts';
import type { Listed } from './function-list.ts';
import type { Room } from './view.ts';
import { byDomain, websitePicker } from './website-picker.ts';

/** Stands for websites that are named in cells. */
const inCells = ':cells';

export interface FormulaFields {
  readonly place: HTMLElement;
  /** What is chosen for each parameter; null while a website is missing. */
  choices(): readonly Chosen[] | null;
  load(): Promise<void>;
}

interface Field {
  readonly place: HTMLElement;
  choice(): Chosen | null;
  load(): Promise<void>;
}

function textField({ talk }: Room, name: string, optional: boolean, changed: () => void): Field {
  const input = element('input', '');
  input.type = 'text';
  input.spellcheck = false;
  input.autocomplete = 'off';
  input.addEventListener('input', changed);
  const label = optional ? `${name} (${talk.say('formula.optional')})` : name;
  return {
    place: labelled(label, input),
    choice: () => ({ typed: input.value }),
    load: () => Promise.resolve(),
  };
}

function websiteField(room: Room, changed: () => void): Field {
  const { say } = room.talk;
  const cells = element('input', '');
  cells.type = 'text';
  cells.spellcheck = false;
  cells.autocomplete = 'off';
  cells.addEventListener('input', changed);
  const cellsPlace = labelled(say('formula.cellsLabel'), cells);
  cellsPlace.hidden = true;
  const picker = websitePicker(room, [{ value: inCells, text: say('formula.cells') }], byDomain, () => {
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

/** A parameter that only has formulas run again means nothing to a person who builds one. */
const isForPeople = ({ name }: Parameter): boolean => name !== 'refresh';

/** A field for each parameter of a function. */
export function formulaFields(room: Room, { parameters }: Listed, changed: () => void): FormulaFields {
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
      return chosen.some((one) => one === null) ? null : (chosen as readonly Chosen[]);
    },
    async load() {
      for (const field of fields) await field.load();
    },
  };
}
