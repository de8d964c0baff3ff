import { largestOf } from '../extremes.ts';
import { type Cell, findCell, keyName, type Row } from '../reading/cells.ts';
import { isOtherPeriod, oneOf } from '../reading/names.ts';
import { isNumeric, type NumberReading, readNumber, readText } from '../reading/numbers.ts';
import { isWhole } from './score.ts';

const names =
  'name displayname component label key factor dimension pillar category title signal metric componentname metricname criterion area section element driver parameter indicator slug code id type';
const most = 'max maximum maxscore scoremax outof scale maxvalue possible maxpoint';
const signs = `${most} weight weighting`;

const isText = (value: unknown): boolean => typeof value === 'string';
const isFigure = (value: unknown): boolean => readNumber(value) !== undefined;

/** The fields that may hold a part's score, the best first. What is no number in one of the second kind is something else. */
const scores: readonly (readonly [stems: string, takes?: (value: unknown) => boolean])[] = [
  ['score'],
  ['subscore componentscore currentscore gradescore normalizedscore normalized', isFigure],
  ['value point rating'],
  ['current earned result amount percent percentage rawscore', isFigure],
];

/** Fields whose names do not say that they hold a score. */
const generic = oneOf('value amount current result');

/** What a part is called. */
export const nameOf = (row: Row): Cell | null =>
  findCell(row, names, isText) ?? row.find((cell) => cell.name === keyName) ?? null;

/** Where a part's score stands. */
export const scoreOf = (row: Row): Cell | null =>
  scores.reduce<Cell | null>((found, [stems, takes]) => found ?? findCell(row, stems, takes), null);

/** True where the field of a part's score may hold anything. */
export function isGeneric(row: Row): boolean {
  const held = scoreOf(row);
  return held === null || generic(held.name);
}

/** The maximum of a part's score, where its row states one. */
export const mostOf = (row: Row): number | null =>
  (readNumber(findCell(row, most, isNumeric)?.value) as NumberReading).value;

/** The words at the ends of a name: `official_citations` and `officialCitations` end in `citations`. */
function endsOf(name: string): readonly [first: string, last: string] {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').split(/[^a-z\d]/i);
  return [words[0] as string, words[words.length - 1] as string];
}

const misnamed = oneOf(
  '*count *rank ranking position percentile id version year usd price cost ms second time timestamp at date day hour max min weight confidence trend limit offset scale size sample average avg analy[sz]ed scanned',
);
const sums = oneOf('total number num average avg');
/** What counts things, such as backlinks: a figure under it may be a score or a count. */
const counted = oneOf(
  '*mention *citation *link *domain *page *keyword *prompt query answer issue warning recommendation check visit visitor view review follower source',
);
const marks = oneOf('score rating index');
const rates = oneOf('percent percentage pct');
const units = oneOf('(percent|percentage|pct|points?|pts?|score|index)?');

/** True for a name that may count things. */
export const isCounted = (name: string): boolean => counted(endsOf(name)[1]);

const isMarked = (name: string): boolean => marks(endsOf(name)[1]);

/** True for a name under which no score stands: a count, a rank, a time, another period. */
export const isOther = (name: string): boolean =>
  isOtherPeriod(name) || misnamed(endsOf(name)[1]) || (sums(endsOf(name)[0]) && !isMarked(name));

/** What may be a part, and whether its field, a weight, a maximum or a unit says that it is a score or that it is none. */
export interface Claim {
  readonly name: string;
  readonly score: number | null;
  readonly says: boolean | null;
}

/** A row as a claim. */
export function claimOf(row: Row): Claim {
  const unit = readText(findCell(row, 'unit')?.value) ?? '';
  const isSaid = !isGeneric(row) || findCell(row, signs, isNumeric) !== null;
  return {
    name: String(nameOf(row)?.value),
    score: readNumber(scoreOf(row)?.value)?.value ?? null,
    says: isSaid || (units(unit) ? null : false),
  };
}

/**
 * Which of some claims are parts of a score. The whole itself is none. Of those that nothing calls a score none are what is named
 * otherwise, percentages beside what is named a score, and counts: beside what is named one, above the others' scale, or alone. Where
 * the table is called one `ofScores`, nothing is a count.
 */
export function areParts(
  claims: readonly Claim[],
  whole: number | null,
  ofScores: boolean,
): readonly boolean[] {
  const isCount = (name: string): boolean => !ofScores && isCounted(name);
  const others = claims.filter(({ name }) => !isCount(name) && !isOther(name));
  const top = Math.max(whole ?? 0, largestOf(others.map(({ score }) => score ?? 0))) || 100;
  const scale = [1, 10, 100, 1000].find((one) => top <= one) ?? top;
  const anyMarked = claims.some(({ name }) => isMarked(name));
  const isLikely = ({ name, score, says }: Claim): boolean => {
    if (isWhole(name) || sums(name)) return false;
    if (says !== null) return says;
    if (isCount(name) && (anyMarked || (score ?? 0) > scale)) return false;
    return !isOther(name) && !(anyMarked && rates(endsOf(name)[1]));
  };
  const likely = claims.map(isLikely);
  const any = claims.some(({ name, says }, at) => likely[at] && (says || !isCount(name)));
  return likely.map((one) => one && any);
}
