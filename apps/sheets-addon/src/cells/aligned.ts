import type { AnalyticsWindow, Endpoint } from '@answershare/core';
import { type Answer, askAbout, type Figures, type Given } from '../asks/ask.ts';
import type { Desk } from '../desk.ts';
import { type Cell, isBlank, type Rows, rangeOf } from './cell.ts';
import { faultText } from './fault-text.ts';
import type { OnError } from './on-error.ts';
import { Refusal } from './refusal.ts';

/** How the rows of a range are asked and how a failing one is shown. */
export interface Alignment {
  readonly onError: string;
  /** Of analytics: each website is asked about each of them. */
  readonly windows?: readonly AnalyticsWindow[];
}

/** What one row shows; `all` are the first answers of the whole range, `given` this row's, one a window. */
export type CellOf<E extends Endpoint> = (
  figures: Figures[E],
  all: readonly Figures[E][],
  given: readonly Given<Figures[E]>[],
) => Cell;

/**
 * Has each cell of a range, or the value of one cell, shown by itself: a blank stays blank, and a failing one is shown as
 * `onError` says, without harm to the others.
 */
export function eachShown(argument: unknown, onError: string, show: (text: string) => Cell): Cell | Rows {
  const range = rangeOf(argument);
  const how: OnError = onError === 'auto' ? (range === null ? 'throw' : 'text') : (onError as OnError);
  const shown = (cell: unknown): Cell => {
    if (isBlank(cell)) return '';
    try {
      return show(String(cell).trim());
    } catch (thrown) {
      if (how === 'throw') throw thrown;
      return how === 'blank' ? '' : faultText(thrown);
    }
  };
  return range === null ? shown(argument) : range.map((row) => row.map(shown));
}

/** The distinct texts of a range or of one cell, without blanks, in their order. */
export function referencesIn(argument: unknown): readonly string[] {
  const references: string[] = [];
  for (const row of rangeOf(argument) ?? [[argument]]) {
    for (const cell of row) {
      const reference = isBlank(cell) ? '' : String(cell).trim();
      if (reference !== '' && references.indexOf(reference) < 0) references.push(reference);
    }
  }
  return references;
}

/**
 * Answers one website, or a range of them in the range's own shape. All rows are asked in one batch, each distinct website
 * once. What concerns every row, such as a file without a key, is thrown however failing rows are shown.
 */
export function aligned<E extends Exclude<Endpoint, 'websites'>>(
  argument: unknown,
  desk: Desk,
  endpoint: E,
  cellOf: CellOf<E>,
  { onError, windows }: Alignment,
): Cell | Rows {
  const references = referencesIn(argument);
  const each = windows ?? [null];
  const asks = references.reduce<ReturnType<typeof askAbout<E>>[]>(
    (all, reference) => all.concat(each.map((window) => askAbout(endpoint, reference, window))),
    [],
  );
  const answers: readonly Answer<Figures[E]>[] = asks.length === 0 ? [] : desk.ask(asks);
  for (const answer of answers) {
    if (!answer.ok && answer.everywhere) throw new Refusal(answer.code, answer.sentence);
  }
  const all = answers.reduce<Figures[E][]>(
    (some, answer, at) => (at % each.length === 0 && answer.ok ? some.concat([answer.value]) : some),
    [],
  );
  return eachShown(argument, onError, (reference) => {
    const first = references.indexOf(reference) * each.length;
    const given = answers.slice(first, first + each.length).map((answer) => {
      if (!answer.ok) throw new Refusal(answer.code, answer.sentence);
      return answer;
    });
    const [one] = given;
    if (one === undefined) throw new Error('A website was left without an answer.');
    return cellOf(one.value, all, given);
  });
}
