import type { Result, Settled, Website } from '@answershare/core';
import type { Desk } from '../desk.ts';
import { type Cell, isBlank, type Rows, rangeOf } from './cell.ts';
import { faultText } from './fault-text.ts';

type Found = { readonly website: Website } | { readonly fault: unknown } | null;

function find(cell: unknown, desk: Desk): Found {
  if (isBlank(cell)) return null;
  try {
    return { website: desk.find(String(cell)) };
  } catch (thrown) {
    return { fault: thrown };
  }
}

/**
 * Answers one website, or a range of them in the range's own shape: a blank stays blank, a failing row shows its text and
 * harms no other. All rows are asked in one batch, each distinct website once. A single cell throws its fault, so that
 * IFERROR works; so does what concerns every row, such as a key refused.
 * @param cellOf what one answer shows; `all` are the answers of the whole range
 */
export function aligned<T>(
  argument: unknown,
  desk: Desk,
  ask: (ids: readonly string[]) => readonly Settled<Result<T>>[],
  cellOf: (value: T, all: readonly T[]) => Cell,
): Cell | Rows {
  const range = rangeOf(argument);
  const cells = range ?? [[argument]];
  if (cells.every((row) => row.every(isBlank)))
    return range === null ? '' : range.map((row) => row.map(() => ''));
  desk.websites();
  const found = cells.map((row) => row.map((cell) => find(cell, desk)));
  const ids: string[] = [];
  for (const row of found) {
    for (const one of row)
      if (one && 'website' in one && ids.indexOf(one.website.id) < 0) ids.push(one.website.id);
  }
  const settled = ask(ids);
  const all: T[] = [];
  for (const one of settled) if (one.ok) all.push(one.value.value);

  const show = (one: Found): Cell => {
    if (one === null) return '';
    if ('fault' in one) throw one.fault;
    const answer = settled[ids.indexOf(one.website.id)];
    if (!answer) throw new Error('A website was left without an answer.');
    if (!answer.ok) throw answer.error;
    return cellOf(answer.value.value, all);
  };
  const showOrTell = (one: Found): Cell => {
    try {
      return show(one);
    } catch (thrown) {
      return faultText(thrown);
    }
  };
  return range === null ? show(found[0]?.[0] ?? null) : found.map((row) => row.map(showOrTell));
}
