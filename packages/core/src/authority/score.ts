import type { Cell } from '../reading/cells.ts';
import { envelopes } from '../reading/choose.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { isOtherPeriod, oneOf, plainName, remembered } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import { isPaging } from '../reading/pages.ts';
import type { Place, Survey } from '../reading/survey.ts';
import { refuse, refuseTwo, type Tracer } from '../reading/trace.ts';

/** Names of a score from those that say what it is to those that say little. */
const tiers: readonly RegExp[] = [
  /^((entity|overall|brand|domain|site|website|ai|local|total|current|latest)*authority(score|rating|index|value)?|eas|ascore|domainrating|entity(score|rating))$/,
  /^((overall|total|composite|global|final|aggregated?|combined|blended)[a-z]*(score|rating|index)|(current|latest)?score|overall|composite|value|rating)$/,
  /^(ai|aio|geo|aeo|llm|seo|agent|brand|entity|site|website|domain|web|search|trust|reputation|presence|credibility|visibility|readiness)+score$/,
];
const tierNamed = remembered((name) => tiers.findIndex((names) => names.test(plainName(name))));
const about = (name: string): boolean => abouts(name) || tierNamed(name) === 0;
const abouts = oneOf('score rating authority overall composite');
const open = oneOf(
  'data result response item report summary metric overview output current latest audit scan latestaudit latestscan entity',
);
const foreign = oneOf(
  '*competitor *rival *component *breakdown *factor *pillar *subscore *dimension *signal *part *category *criteria *sentiment history *engine *platform recommendation prompt',
);
/** Fields that tell a body of another resource. */
const elsewhere = oneOf('shareofvoice sov competitor visitor pageview byengine');
/** A text under one of these tells that a score is that of one question. */
const asked = oneOf('keyword prompt question');
/** The service's own name for it (specification §2). */
export const isEntity = oneOf('entityauthority(score|rating|index|value)?');
const generics = oneOf('value rating');
/** Names of a score that may have an authority among its parts. */
export const isWhole = (name: string): boolean => tierNamed(name) === 1 && !generics(name);
/** Fields of a row that is a day, an engine or a question. */
export const rowFields = oneOf('date day engine platform keyword prompt question query');
const scores = oneOf('*score');
/** Objects in which each figure is a score; the whole may stand among its parts. */
const ofScores = oneOf('*scores');

/** Names on the way to a score or its parts. */
export const isOpenWay = (name: string): boolean => open(name) || about(name) || name === 'attributes';

/** A field that could be the score. */
export interface ScoreField {
  readonly cell: Cell;
  readonly place: Place;
  /** 0 is certain; more is less so. */
  readonly tier: number;
}

/** A `total` inside a score; one beside signs of paging, a list of items or a list of its own length counts rows. */
const isTotal = ({ name, value }: Cell, { cells }: Place): boolean =>
  plainName(name) === 'total' &&
  !cells.some(
    (one) =>
      isPaging(one.name) || (Array.isArray(one.value) && (envelopes(one.name) || one.value.length === value)),
  );

function tierOf(cell: Cell, place: Place): number {
  const tier = about(place.last) && isTotal(cell, place) ? 1 : tierNamed(cell.name);
  if (tier < 0 || isOtherPeriod(cell.name)) return -1;
  const way = place.path;
  if (way.some(about)) return Math.max(0, tier - 1);
  const generic = Number(generics(cell.name));
  return tier + generic + way.filter((name) => !open(name)).length;
}

const canHold = ({ path, pointer, cells }: Place): boolean =>
  !path.some((name) => foreign(name) || isEngine(name)) &&
  (!/\/0(\/|$)/.test(pointer) ||
    (path.every((name) => open(name) || about(name) || name === 'tasks') &&
      !cells.some((cell) => rowFields(cell.name))));

const isScore = (value: unknown): boolean =>
  !Array.isArray(value) && (!isObject(value) || readNumber(value) !== undefined);

const tellsAnother = (place: Place): boolean =>
  place.cells.some(
    ({ name, value }) => (elsewhere(name) && value !== null) || (asked(name) && typeof value === 'string'),
  );

/** What objects beside one another with the same field have in common. */
const kinOf = ({ place, cell }: ScoreField): string => `${String(place.path.slice(0, -1))} ${cell.name}`;

/**
 * Puts the scores of parts behind: those in an object that is named after one and stands beside two or more with the same field, and
 * those in an object of scores whose whole stands elsewhere.
 */
function behind(found: readonly ScoreField[]): ScoreField[] {
  const kin: Record<string, number> = {};
  for (const one of found) kin[kinOf(one)] = (kin[kinOf(one)] ?? 0) + 1;
  const hasWhole = found.some(
    ({ tier, cell, place }) => tier < 2 && isWhole(cell.name) && !place.path.some(ofScores),
  );
  return found.map((one) => {
    const { path, last, cells } = one.place;
    const isPart =
      path.some(ofScores) && !(ofScores(last) && cells.some(({ name }) => isWhole(name)))
        ? hasWhole
        : about(last) && !isWhole(last) && (kin[kinOf(one)] ?? 0) > 2;
    return isPart ? { ...one, tier: 2 } : one;
  });
}

/**
 * The field of the score; refused where none is, where several have equal claim, and where only a weak name stands in a body that
 * tells of another resource.
 */
export function scoreField(survey: Survey, tracer: Tracer): ScoreField {
  const named = survey.places
    .filter(canHold)
    .reduce<ScoreField[]>(
      (all, place) =>
        all.concat(
          place.cells
            .filter((cell) => isScore(cell.value))
            .map((cell) => ({ cell, place, tier: tierOf(cell, place) })),
        ),
      [],
    )
    .filter(({ tier }) => tier >= 0);
  const found = behind(named).sort(
    (a, b) =>
      Number(isSure(b)) - Number(isSure(a)) || a.tier - b.tier || Number(isWord(a)) - Number(isWord(b)),
  );
  const [best] = found;
  if (!best || best.tier > 2) {
    const near = found.slice(0, 4).map(({ cell }) => cell.pointer);
    return refuse(
      `no authority score was found in the body${near.length > 0 ? `; the nearest is ${near.join(', ')}: give a mapping` : ''}`,
    );
  }
  return settled(best, found, tracer);
}

const numberIn = ({ value }: Cell): unknown => readNumber(value)?.value;

/** True for a grade or a level: it yields to a number of equal claim. */
const isWord = ({ cell }: ScoreField): boolean => readNumber(cell.value) === undefined;

/** True for what the service calls its Entity Authority Score: it is the score beside anything. */
const isSure = ({ cell, place }: ScoreField): boolean => place.path.concat(cell.name).some(isEntity);

/** True for an object or a field that is named an authority. */
const isAuthority = (name: string): boolean => tierNamed(name) === 0;

/** True for a field inside another's object that is a detail of it and no authority of its own. */
function isDetail(one: ScoreField, { cell, place }: ScoreField): boolean {
  if (one.place.pointer.indexOf(`${place.pointer}/`) !== 0) return false;
  const names = one.place.path.concat(one.cell.name);
  return (
    place.path.some(isAuthority) ||
    names.every((name) => !isAuthority(name) || plainName(name) === plainName(cell.name))
  );
}

/** The best of the fields; of equal names the outer one is the whole, and one that stands apart from it is another claim. */
function settled(best: ScoreField, found: readonly ScoreField[], tracer: Tracer): ScoreField {
  const { cell, place, tier } = best;
  const sure = isSure(best);
  const number = numberIn(cell);
  const rival = found.find(
    (one) =>
      numberIn(one.cell) !== number &&
      (one.tier === tier
        ? isSure(one) === sure && !isWord(one) && !isDetail(one, best)
        : !sure && one.tier < 2 && isWhole(one.cell.name) && numberIn(one.cell) != null),
  );
  if (rival) refuseTwo('fields', 'the score', cell.pointer, rival.cell.pointer);
  if (tier > 0 && !sure && tellsAnother(place))
    return refuse(
      `${cell.pointer} stands in a body of another resource and may be another score: give a mapping`,
    );
  if (tier < 2 || sure) return best;
  const other = place.cells.find(
    (one) => scores(one.name) && isScore(one.value) && !isOtherPeriod(one.name) && one.value !== cell.value,
  );
  if (other)
    return refuse(
      `several fields could be the score, ${cell.pointer} and ${other.pointer} among them: give a mapping`,
    );
  tracer.doubt(0.6, `${cell.pointer} is the only score in the body, though its name does not say authority`);
  return best;
}
