import { type AnalyticsWindow, type Endpoint, endpointNames, foldName, suggestWord } from '@answershare/core';
import { assertNoErrorValue, CellError, isBlank, listCells, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { choiceError } from './choice-error.ts';
import { isPeriod, readWindowArgument } from './window-argument.ts';

/** The text of an argument of one cell; null for a blank. @throws CellError for a range of several cells, an error */
export function readTextArgument(argument: unknown, name: string): string | null {
  const range = toRange(argument);
  if (range !== null && (range.length !== 1 || range[0]?.length !== 1)) {
    throw new CellError('bad_request', `The ${name} is a range here. Give one cell or a text.`);
  }
  const value: unknown = range === null ? argument : range[0]?.[0];
  assertNoErrorValue(value, name);
  return isBlank(value) ? null : String(value).trim();
}

/** Values of a pattern, with one of them for messages. */
interface FreeChoice {
  readonly example: string;
  readonly pattern: RegExp;
  /** True if the value may have commas. */
  readonly isList: boolean;
}

/** The choices of each option, the default first. */
export type OptionChoices = Readonly<Record<string, readonly [string, ...(string | FreeChoice)[]]>>;

const yes = ['yes', 'true', '1', 'on'];
const no = ['no', 'false', '0', 'off'];

/** `TRUE`, `0` and the like for an option whose choices are yes and no. */
function toChoice(value: string, choices: OptionChoices[string]): string | null {
  const isSwitch = choices.includes('yes') && choices.includes('no');
  const meant = isSwitch && yes.includes(value) ? 'yes' : isSwitch && no.includes(value) ? 'no' : value;
  const isAllowed = choices.some((one) =>
    typeof one === 'string' ? one === meant : one.pattern.test(meant),
  );
  return isAllowed ? meant : null;
}

/** The name and the choice of `order=desc`, or of `FALSE` alone for `headers`; null if there is no such option. */
function readPart(part: string, choices: OptionChoices): readonly [name: string, choice: string] | null {
  const isBare = !/[=:]/.test(part) && [...yes, ...no].includes(part) && choices.headers !== undefined;
  const [name = '', value = ''] = (isBare ? `headers=${part}` : part)
    .split(/[=:]/)
    .map((side) => side.trim());
  const allowed = Object.keys(choices).includes(name) ? choices[name] : undefined;
  const choice = allowed === undefined ? null : toChoice(value, allowed);
  return choice === null ? null : [name, choice];
}

/** `headers=no; top 3` as parts. A part without a name and a number continues a list: `columns=name, share`. */
function splitOptions(text: string, choices: OptionChoices, { words }: ArgumentWords): readonly string[] {
  const parts: string[] = [];
  for (const part of text.split(/[;,\n]/).map(foldName)) {
    const [previous = ''] = parts.slice(-1);
    const own = choices[previous.split(/[=:]/)[0] ?? ''] ?? [];
    const takesList = own.some((one) => typeof one === 'object' && one.isList);
    if (part === '') continue;
    if (takesList && !/[=:]|\s\d+$/.test(part)) parts[parts.length - 1] = `${previous},${part}`;
    else if (readPart(part, choices) !== null) parts.push(part);
    else {
      const meant = words().translateWord('option', part) ?? part;
      parts.push(readPart(meant, choices) === null ? part : meant);
    }
  }
  return parts;
}

const listChoices = (choices: OptionChoices[string]): readonly string[] =>
  choices.map((one) => (typeof one === 'string' ? one : one.example));

/** The option that a mistyped name or value may mean; null for none. */
function suggestOption(name: string, value: string, choices: OptionChoices): string | null {
  const option = Object.keys(choices).includes(name) ? name : suggestWord(name, Object.keys(choices));
  const own = option === null ? undefined : choices[option];
  if (own === undefined) return null;
  const near = toChoice(value, own) ?? suggestWord(value, listChoices(own));
  return near === null ? null : `${option}=${near}`;
}

type ArgumentWords = Pick<FunctionContext, 'words'>;

/**
 * Options in one text, `headers=no; order=desc`: Sheets shows every parameter as required (Google:
 * guides/sheets/functions). `FALSE`, `0`, `TRUE` or `1` alone is the option `headers`.
 * @throws CellError that lists the options
 */
export function readOptions<T extends OptionChoices>(
  argument: unknown,
  choices: T,
  context: ArgumentWords,
): Record<keyof T, string> {
  const chosen: Record<string, string> = {};
  for (const name of Object.keys(choices)) chosen[name] = choices[name]?.[0] ?? '';
  for (const part of splitOptions(readTextArgument(argument, 'options') ?? '', choices, context)) {
    const read = readPart(part, choices);
    if (read === null) {
      const names = Object.keys(choices);
      const known = names.map((option) => `${option}=${listChoices(choices[option] ?? ['']).join('|')}`);
      const problem = (quoted: string): string => `The option ${quoted} does not exist here.`;
      const [name = '', value = ''] = part.split(/[=:]/).map((side) => side.trim());
      throw choiceError('bad_request', part, known, problem, suggestOption(name, value, choices));
    }
    chosen[read[0]] = read[1];
  }
  return chosen as Record<keyof T, string>;
}

/** Display of a failing row. `auto`: its text in a range, a thrown error in a single cell. */
export const errorOption: { readonly on_error: OptionChoices[string] } = {
  on_error: ['auto', 'text', 'blank', 'throw'],
};

/** One sum of a range's rows in place of a row for each. */
export const totalOption: { readonly total: OptionChoices[string] } = { total: ['no', 'yes'] };

/** @throws CellError that lists the endpoints */
export function readEndpointArgument(argument: unknown): Endpoint {
  const text = (readTextArgument(argument, 'endpoint') ?? '').toLowerCase();
  const found = endpointNames.find((endpoint) => endpoint === text);
  if (found) return found;
  throw choiceError('bad_request', text, endpointNames, (quoted) =>
    text === '' ? 'The endpoint is missing.' : `There is no endpoint ${quoted}.`,
  );
}

/** @throws CellError that names the functions of a period, for a function that has none */
export function assertNoPeriod(
  argument: unknown,
  cellContext: FunctionContext,
  functionName: string,
  others: string,
): void {
  if (isPeriod(argument, cellContext))
    throw new CellError('bad_request', `${functionName} takes no period. Use ${others}.`);
}

/** A window, 30 days for a blank; null if the endpoint has none. @throws CellError for one too many */
export function toQueryWindow(
  endpoint: Endpoint,
  argument: unknown,
  cellContext: FunctionContext,
): AnalyticsWindow | null {
  assertNoErrorValue(argument, 'window');
  if (endpoint === 'analytics') return readWindowArgument(argument, cellContext);
  if (isBlank(argument)) return null;
  throw new CellError('bad_window', `Only analytics has a window. Leave it blank for ${endpoint}.`);
}

/** Like {@link toQueryWindow} for a body: a blank is null, the unchanged body. @throws CellError */
export function toBodyWindow(
  endpoint: Endpoint,
  argument: unknown,
  cellContext: FunctionContext,
): AnalyticsWindow | null {
  const [only, ...more] = listCells(argument);
  return more.length === 0 && isBlank(only) ? null : toQueryWindow(endpoint, argument, cellContext);
}

/** The names in a text such as `visitors, citations`, or in a range's cells; none for a blank. @throws CellError */
export function parseNames(argument: unknown): readonly string[] {
  return listCells(argument)
    .filter((cell) => !isBlank(cell))
    .flatMap((cell) => {
      assertNoErrorValue(cell, 'name');
      return String(cell).split(/[,;]/);
    })
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
