import { hasFlag, type Row } from '../reading/cells.ts';
import { oneOf } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';

const kinds = oneOf('type kind role relation relationship');
const rivalry = oneOf('competitor rival');
const nearness = oneOf('direct indirect');
const selves = oneOf('self own');
/** Flags of a competitor. */
export const rivalFlags = oneOf('(is)?(competitor|rival)');
const rivalOf = oneOf('(competitor|rival)of');
const ownFlags = oneOf('is(own|self|mine|yours?|ours?)(brand|(web)?site|domain)?');

const hasKind = (row: Row, words: (text: string) => boolean): boolean =>
  row.some(({ name, value }) => typeof value === 'string' && kinds(name) && words(value));

/** True for a website that says that it is a competitor's, or not the own one where another is. */
export const isRival = (row: Row, rows: readonly Row[]): boolean =>
  hasFlag(row, rivalFlags, true) ||
  hasKind(row, rivalry) ||
  row.some(({ name, value }) => rivalOf(name) && readText(value) !== null) ||
  (hasKind(row, nearness) && rows.some((other) => hasKind(other, selves))) ||
  (hasFlag(row, ownFlags, false) && rows.some((other) => hasFlag(other, ownFlags, true)));
