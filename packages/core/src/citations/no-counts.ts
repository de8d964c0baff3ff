import { largestOf } from '../extremes.ts';
import { type Cell, isNamed, type Row } from '../reading/cells.ts';
import { oneOf } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { countCell, type EngineName, engineCell, ofCitations, readCount, sums } from './engine-cell.ts';

const distributions = oneOf('*distribution');
const scores = oneOf('*score *visibility*');
const totals = 'citation aicitation total';

/** The fields of the object in which a table stands. */
const besides = ({ places }: Survey, { pointer }: Table): Row =>
  places.find((at) => at.pointer === pointer.replace(/\/[^/]*(\/\*)?$/, ''))?.cells ?? [];

/**
 * Why the figures of a table by engine are no counts; null where they may be: parts of a whole, or of 100 beside another total, scores
 * beside a score, and those of which one is more than that of all.
 */
export function noCounts(survey: Survey, table: Table): string | null {
  const isOfAll = (row: Row): boolean => sums((engineCell(row, true) as EngineName).text);
  const figureOf = (row: Row): number => readNumber((countCell(row) as Cell).value)?.value ?? Number.NaN;
  const figures = table.rows.filter((row) => !isOfAll(row)).map(figureOf);
  const sum = figures.reduce((all, one) => all + one, 0);
  const beside = besides(survey, table);
  const stated = beside.find(({ name, value }) => isNamed(name, totals) && readCount(value) != null);
  const isPlain =
    !table.path.some(ofCitations) && table.rows.every((row) => (countCell(row) as Cell).name === 'value');
  const isOther = isPlain && stated && readCount(stated.value) !== sum;
  if (figures.some((one) => one % 1 > 0) && [1, 100].some((whole) => Math.abs(sum - whole) <= whole / 40))
    return 'are parts of a whole';
  if (Math.abs(sum - 100) <= 1 && (distributions(table.last) || isOther))
    return 'come to 100 and may be percent';
  const score = beside.find(({ name, value }) => scores(name) && readNumber(value)?.value != null);
  if (score && !stated && isPlain) return `stand beside ${score.pointer} and may be scores`;
  const most = largestOf(figures);
  return table.rows.some((row) => isOfAll(row) && figureOf(row) < most && figureOf(row) > 0)
    ? 'are more than that of all engines and may be scores'
    : null;
}
