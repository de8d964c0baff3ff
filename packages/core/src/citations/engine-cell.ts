import { type Cell, findCell, isNamed, keyName, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { oneOf } from '../reading/names.ts';
import { countOf, readNumber, readText } from '../reading/numbers.ts';
import { writtenDomain } from '../websites/domain.ts';

/** Names that say engine, and names that may. */
const sure =
  'engine aiengine answerengine searchengine platform aiplatform assistant chatbot llm aimodel provider';
const perhaps = `${sure} model modelname source name label key id type displayname`;

/** True for a field that may name an engine, so that an object with it is no map of engines. */
export const isNameField = (name: string): boolean => isNamed(name, perhaps);

const textIn = (value: unknown): string | null =>
  isObject(value)
    ? (readText(value.name) ?? readText(value.label) ?? readText(value.id))
    : typeof value === 'string'
      ? readText(value)
      : null;

/** An engine as a row names it. */
export interface EngineName {
  readonly cell: Cell;
  readonly text: string;
}

/**
 * The engine that a row names. A field whose name may mean something else counts only where it holds a known engine and no
 * address (openai.com is a source too), or, with `named`, where the list says that its rows are engines. A model that is known
 * explains a platform that is not.
 */
export function engineCell(row: Row, named = false): EngineName | null {
  const known = (value: unknown): boolean => {
    const text = textIn(value);
    return text !== null && isEngine(text) && writtenDomain(text) === null;
  };
  const cell =
    findCell(row, perhaps, known) ??
    row.find(({ name, value }) => name === keyName && (named || known(value))) ??
    findCell(row, named ? perhaps : sure, (value) => textIn(value) !== null);
  const text = cell ? textIn(cell.value) : null;
  return cell && text !== null ? { cell, text } : null;
}

/** A number of citations: whole and not negative; undefined for anything else. */
export const readCount = (value: unknown): number | null | undefined => countOf(readNumber(value));

const counts = 'citation citationscount count total value reference timescited';
const answers = oneOf('total count value');
const mentioned = oneOf('*mention* hit');

/** False for what was counted: a list, an object without a number, words. */
const isCounting = (value: unknown): boolean =>
  readNumber(value) !== undefined ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && /^\d/.test(value));

/** The count of a row; a list, an object or words under the same name is what was counted. A total beside mentions is that of the answers. */
export function countCell(row: Row): Cell | null {
  const cell = findCell(row, counts, isCounting);
  return cell && answers(cell.name) && row.some(({ name }) => mentioned(name)) ? null : cell;
}

/** True for a name that speaks of citations. */
export const ofCitations = oneOf('*citation*');

/** True for what stands for all engines. */
export const sums = oneOf('total all overall sum any combined allengines totalengines grandtotal');
