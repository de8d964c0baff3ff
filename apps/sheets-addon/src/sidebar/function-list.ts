import type { Example, Parameter } from '../catalogue/sheet-function.ts';
import { element } from './elements.ts';

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly examples: readonly Example[];
}

/** Put in by the build from the function catalogue. */
declare const FUNCTION_LIST: readonly Listed[];

function help({ name, description, parameters, examples }: Listed): HTMLElement {
  const meanings = element('dl', []);
  for (const parameter of parameters) {
    meanings.append(element('dt', [element('code', parameter.name)]), element('dd', parameter.text));
  }
  const shown = examples.map(({ formula, shows }) =>
    element('div', [element('code', formula), element('span', shows)], 'example'),
  );
  const summary = element('summary', [element('code', name)]);
  const body = element('div', [element('p', description), meanings, ...shown], 'help-body');
  return element('details', [summary, body]);
}

export function showFunctions(place: HTMLElement): void {
  place.append(...FUNCTION_LIST.map(help));
}
