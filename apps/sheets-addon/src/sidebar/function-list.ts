import type { Example, Parameter } from '../catalogue/sheet-function.ts';
import { element } from './elements.ts';
import type { Talk } from './talk.ts';

export interface Listed {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly examples: readonly Example[];
}

/** Put in by the build from the function catalogue. */
declare const FUNCTION_LIST: readonly Listed[];

export const functionList = FUNCTION_LIST;

/** A function's help, in English as Sheets shows it. */
export function functionHelp({ say }: Talk, { description, parameters, examples }: Listed): HTMLElement {
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
