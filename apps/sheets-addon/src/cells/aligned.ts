import type { Endpoint } from '@answershare/core';
import { type Answer, askAbout, type Figures, type Given } from '../asks/ask.ts';
import type { Desk } from '../desk.ts';
import { type Cell, isBlank, type Rows, rangeOf } from './cell.ts';
import { faultText } from './fault-text.ts';
import { Refusal } from './refusal.ts';

/**
 * Answers one website, or a range of them in the range's own shape: a blank stays blank, a failing row shows its text and
 * harms no other. All rows are asked in one batch, each distinct website once. A single cell throws its fault, so that
 * IFERROR works; so does what concerns every row, such as a file without a key.
 * @param cellOf what one answer shows; `all` are the answers of the whole range
 */
export function aligned<E extends Exclude<Endpoint, 'websites'>>(
  argument: unknown,
  desk: Desk,
  endpoint: E,
  cellOf: (figures: Figures[E], all: readonly Figures[E][], answer: Given<Figures[E]>) => Cell,
): Cell | Rows {
  const range = rangeOf(argument);
  const cells = range ?? [[argument]];
  const references: string[] = [];
  for (const row of cells) {
    for (const cell of row) {
      const reference = isBlank(cell) ? '' : String(cell).trim();
      if (reference !== '' && references.indexOf(reference) < 0) references.push(reference);
    }
  }
  const asks = references.map((reference) => askAbout(endpoint, reference));
  const answers: readonly Answer<Figures[E]>[] = asks.length === 0 ? [] : desk.ask(asks);
  const all: Figures[E][] = [];
  for (const answer of answers) {
    if (answer.ok) all.push(answer.value);
    else if (answer.everywhere) throw new Refusal(answer.code, answer.sentence);
  }
  const show = (cell: unknown): Cell => {
    if (isBlank(cell)) return '';
    const answer = answers[references.indexOf(String(cell).trim())];
    if (answer === undefined) throw new Error('A website was left without an answer.');
    if (!answer.ok) throw new Refusal(answer.code, answer.sentence);
    return cellOf(answer.value, all, answer);
  };
  const showOrTell = (cell: unknown): Cell => {
    try {
      return show(cell);
    } catch (thrown) {
      return faultText(thrown);
    }
  };
  return range === null ? show(argument) : range.map((row) => row.map(showOrTell));
}
