import type { Cell } from '../reading/cells.ts';
import { place as placeOf } from '../reading/choose.ts';
import { numberAt } from '../reading/figures.ts';
import { oneOf } from '../reading/names.ts';
import { readText, sumOf } from '../reading/numbers.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { failed, failedAround, made } from '../reading/unsettled.ts';
import type { AuthorityComponent } from './authority.ts';
import { besides } from './beside.ts';
import { type Parts, partTable } from './part-tables.ts';
import { mostOf, nameOf, scoreOf } from './parts.ts';
import type { ScoreField } from './score.ts';
import { weightsOf } from './weights.ts';

const isPercent = oneOf('percent percentage');

function readTable(survey: Survey, table: Parts, tracer: Tracer): AuthorityComponent[] {
  tracer.found('components', table);
  const { rows, left } = table;
  const around = failedAround(survey, table.pointer);
  const maxima: string[] = [];
  let isOther = false;
  const parts = rows.map((row) => {
    const [name, held] = [nameOf(row) as Cell, scoreOf(row) as Cell];
    const words = readText(name.value);
    if (words === null) return refuse(`a component under ${placeOf(table)} has no name`);
    tracer.found('components.name', name);
    tracer.found('components.score', held);
    tracer.saw(row);
    const { value, scale } = numberAt(held, `the score of ${words}`, tracer);
    const most = scale ?? mostOf(row);
    if (most !== null) maxima.push(`${words} of ${most}`);
    isOther = isOther || (most ?? 100) !== 100;
    return { name: words, score: made(value, failed(row) ?? around, `the component ${words}`, tracer) };
  });
  const names = parts.map(({ name }) => name);
  const weights = weightsOf(rows, names, survey, tracer);
  if (isOther) tracer.note(`the parts stand on scales of their own: ${maxima.join(', ')}`);
  const sum = sumOf(parts.map(({ score }) => score)) ?? 0;
  if (Math.abs(sum - 100) <= 1 && rows.every((row) => isPercent((scoreOf(row) as Cell).name)))
    tracer.note('the percentages of the components add up to 100, so they may be weights');
  if (left.length > 0)
    tracer.note(`left out of the components, as they are or may be no scores: ${left.join(', ')}`);
  return parts.map((part, at) => ({ ...part, weight: weights[at] ?? null }));
}

/** The score's parts: a list, a map or columns under a name of parts, or the figures beside a score of the whole. */
export function componentsOf(
  survey: Survey,
  field: ScoreField,
  score: number | null,
  tracer: Tracer,
): AuthorityComponent[] {
  const table = partTable(survey, field.place, score, tracer);
  return table ? readTable(survey, table, tracer) : besides(survey, field, score, tracer);
}
