import { type Cell, findCell, keyName, type Row } from '../reading/cells.ts';
import { choose, place as placeOf } from '../reading/choose.ts';
import { isEngine } from '../reading/engines.ts';
import { numberAt } from '../reading/figures.ts';
import { isOtherPeriod, oneOf, shaped } from '../reading/names.ts';
import { isNumeric, readNumber, readText, sumOf } from '../reading/numbers.ts';
import { asFraction } from '../reading/shares.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { failed, failedAround, made } from '../reading/unsettled.ts';
import type { AuthorityComponent } from './authority.ts';
import { isOpenWay, type ScoreField } from './score.ts';

const stems = {
  name: 'name component label key factor dimension pillar category title signal metric id',
  score: 'score value point rating',
  weight: 'weight weighting weightpercent weightpct',
  most: 'max maximum maxscore scoremax outof scale maxvalue possible maxpoint',
};
const lists = oneOf(
  shaped(
    'component breakdown factor dimension pillar subscore part category signal criteria',
    '_ score_ authority_ _score',
  ),
);
/** A map of scores beside the whole, where no name tells that it is anything but a part. */
const ofScores = oneOf('scores');
const text = (value: unknown): boolean => typeof value === 'string';

const nameOf = (row: Row): Cell | null =>
  findCell(row, stems.name, text) ?? row.find((cell) => cell.name === keyName) ?? null;

const fits = (row: Row, { last, layout }: Table): boolean => {
  const [name, score] = [nameOf(row), findCell(row, stems.score)];
  if (!name || !score) return false;
  const key = String(name.value);
  return (
    !ofScores(last) ||
    (layout === 'map' && isNumeric(score.value) && !isOtherPeriod(key) && !ofWhole(key) && !isEngine(key))
  );
};

/**
 * Weights as fractions: all in percent where one of them is above 1. Unknown are a weight up to 1 beside one with a percent sign,
 * which could be either, and several that do not add up to the whole, such as 3, 2 and 1.
 */
function fractionsOf(weights: readonly unknown[], tracer: Tracer): readonly (number | null)[] {
  const read = weights.map((weight) => readNumber(weight));
  const large = read.some((weight) => weight && !weight.percent && Number(weight.value) > 1);
  const signed = read.some((weight) => weight?.percent);
  const sum = read.length > 1 ? sumOf(read.map((weight) => weight?.value ?? null)) : null;
  const relative = sum !== null && (large ? Math.abs(sum - 100) > 5 : !signed && sum > 1.05);
  if (relative) tracer.note('the weights do not add up to the whole, so they are unknown');
  return read.map((weight) => {
    if (!weight || weight.value === null) return null;
    if (weight.percent || (large && !relative)) return asFraction(weight.value, 'percent');
    return signed || relative ? null : weight.value;
  });
}

function readTable(survey: Survey, table: Table, tracer: Tracer): AuthorityComponent[] {
  tracer.found('components', table);
  const weights = fractionsOf(
    table.rows.map((row) => findCell(row, stems.weight)?.value),
    tracer,
  );
  const around = failedAround(survey, table.pointer);
  const maxima: string[] = [];
  let isOther = false;
  const parts = table.rows.map((row, at) => {
    const [name, held] = [nameOf(row) as Cell, findCell(row, stems.score) as Cell];
    const words = readText(name.value);
    if (words === null) return refuse(`a component under ${placeOf(table)} has no name`);
    tracer.found('components.name', name);
    tracer.found('components.score', held);
    const weight = findCell(row, stems.weight);
    tracer.found('components.weight', weight);
    tracer.saw(row);
    const { value, scale } = numberAt(held, `the score of ${words}`, tracer);
    const most = scale ?? readNumber(findCell(row, stems.most, isNumeric)?.value)?.value ?? null;
    if (most !== null) maxima.push(`${words} of ${most}`);
    isOther = isOther || (most ?? 100) !== 100;
    const score = made(value, failed(row) ?? around, `the component ${words}`, tracer);
    return { name: words, score, weight: weights[at] ?? null };
  });
  if (isOther) tracer.note(`the parts stand on scales of their own: ${maxima.join(', ')}`);
  return parts;
}

/** What stands beside a score and is no part of it. */
const noPart = oneOf(
  '*mention *citation *link *domain *page *keyword *prompt *query *answer *issue *warning *recommendation *check *visit *visitor *count *total *day *hour *rank *position *percentile *id *year *version *usd *price *cost *ms *second *time *at *date *confidence *max *min *scale *weight *change *delta *trend *limit *offset',
);
const surePart = oneOf(
  '*score *rate *index *rating *health *readiness *strength *trust *quality *clarity *coverage *consistency *freshness',
);
const ofWhole = oneOf('overall* composite* total* global* aggregate* combined*');

/**
 * Parts that stand beside a score which is named the whole of them (`overallScore`): numbers on its scale, at least two, whose names
 * tell no count. Told in the trace as a doubt, because nothing says that the score is made of them.
 */
function siblings({ cell, place }: ScoreField, score: number | null, tracer: Tracer): AuthorityComponent[] {
  if (score === null || !ofWhole(cell.name)) return [];
  const top = score <= 1 ? 1 : 100;
  const numbers = place.cells.filter(
    (one) => one !== cell && one.depth === cell.depth && typeof one.value === 'number',
  );
  const parts = numbers.filter((one) => !noPart(one.name) && !isOtherPeriod(one.name));
  const onScale = (one: Cell): boolean => {
    const value = Number(one.value);
    return value >= 0 && value <= top && (top === 1 || value === 0 || value > 1);
  };
  const taken = parts.length === numbers.length ? parts : parts.filter((one) => surePart(one.name));
  if (score > 100 || taken.length < 2 || !parts.every(onScale)) return [];
  const around = cell.pointer.slice(0, cell.pointer.lastIndexOf('/'));
  tracer.fields.components = { pointer: `${around}/*`, provenance: 'assumed' };
  for (const part of taken) tracer.use(part.pointer);
  tracer.doubt(
    0.8,
    `the figures beside the score are taken for its parts: ${taken.map((one) => one.name).join(', ')}`,
  );
  return taken.map((one) => ({ name: one.name, score: Number(one.value), weight: null }));
}

/** The score's parts: a list, a map or columns under a name of parts, or the figures beside a score of the whole. */
export function componentsOf(
  survey: Survey,
  field: ScoreField,
  score: number | null,
  tracer: Tracer,
): AuthorityComponent[] {
  const { path } = tracer;
  const wanted = {
    what: 'the components',
    names: () => true,
    never: () => false,
    fits,
    worth: ({ last }: Table) => Number(!ofScores(last)),
    unnamed: 0,
  };
  const named = survey.tables.filter(
    ({ path: way, last, pointer }) =>
      pointer !== field.place.pointer &&
      (lists(last) || ofScores(last)) &&
      way.slice(0, -1).every((name) => isOpenWay(name) || name === 'tasks'),
  );
  const table = choose(named, wanted, tracer);
  tracer.path = path;
  return table ? readTable(survey, table, tracer) : siblings(field, score, tracer);
}
