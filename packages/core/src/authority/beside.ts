import { type Cell, cellsOf } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, plainName } from '../reading/names.ts';
import { wrappedIn } from '../reading/numbers.ts';
import { outside } from '../reading/pointer.ts';
import type { Place, Survey } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import type { AuthorityComponent } from './authority.ts';
import { claimOf, isCounted, isOther, scoreOf } from './parts.ts';
import { isEntity, type ScoreField } from './score.ts';

const surePart = oneOf(
  '*score *rate *index *rating *health *readiness *strength *trust *quality *clarity *coverage *consistency *freshness',
);
const ofWhole = oneOf('overall* composite* total* global* aggregate* combined*');
const isScore = oneOf('*score');
/** Objects in which each figure is a score. */
const ofScores = oneOf('*scores');
const isLinks = oneOf('link');
/** The object of the authority itself. */
const ofAuthority = oneOf('(entity)?authority(score)?');
/** Figures that a service gives beside its authority score and that are no parts of it. */
const headlines = oneOf(
  '*visibility* *sentiment* *voice* sov* *authority* *potential* *confidence* *average* avg* *industry* *competitor* top* best* highest* lowest*',
);

/** The object in which a score stands, with the name under which it stands there, and the pointer to it. */
function homeOf({ cell, place }: ScoreField, { places }: Survey) {
  const inner = isObject(cell.value) ? places.find(({ pointer }) => pointer === cell.pointer) : undefined;
  return inner
    ? { home: inner, own: wrappedIn(inner.object) as string, depth: 0, around: inner.pointer }
    : {
        home: place,
        own: cell.name,
        depth: cell.depth,
        around: outside(cell.pointer),
      };
}

/** A cell with the score that it holds in an object, `{"schema": {"score": 80}}`; any other is itself. */
function figureIn(cell: Cell): Cell {
  const row = isObject(cell.value) ? cellsOf(cell.value, cell.pointer) : [];
  const held = claimOf(row).says ? scoreOf(row) : null;
  return held ? { ...cell, value: held.value } : cell;
}

/** True for a name of a part beside a score. In an object of scores all are scores; in that of the authority `links` is one. */
const isPart = (name: string, { last }: Place): boolean =>
  !isOther(name) && (ofScores(last) || !isCounted(name) || (ofAuthority(last) && isLinks(name)));

/** True where a score and the names beside it tell that those are its parts, and not figures of other things. */
function tellParts(own: string, { last }: Place, numbers: readonly Cell[]): boolean {
  if (ofWhole(own)) return true;
  if (ofScores(last) || numbers.some(({ name }) => headlines(name))) return false;
  const isPlain = plainName(own) === 'score' && numbers.every(({ name }) => isScore(name));
  return ofAuthority(last) || isEntity(own) || isPlain;
}

/**
 * Parts that stand beside a score which is named the whole of them (`overallScore`), or in its own object: numbers on its scale, at
 * least two, whose names tell no count. Told in the trace as a doubt, because nothing says that the score is made of them.
 */
export function besides(
  survey: Survey,
  field: ScoreField,
  score: number | null,
  tracer: Tracer,
): AuthorityComponent[] {
  if (score === null || score > 100) return [];
  const { home, own, depth, around } = homeOf(field, survey);
  const numbers = home.cells
    .filter((one) => one.name !== own && one.depth === depth)
    .map(figureIn)
    .filter(({ value }) => typeof value === 'number');
  const parts = numbers.filter(({ name }) => isPart(name, home));
  const isOwn = ofAuthority(home.last);
  const doubtful = numbers.filter(({ name }) => !isPart(name, home) && !(isOwn && isOther(name)));
  const areAll = ofScores(home.last) || doubtful.length === 0;
  const taken = areAll ? parts : parts.filter(({ name }) => surePart(name));
  const top = score <= 1 ? 1 : 100;
  const onScale = (one: Cell): boolean => {
    const value = Number(one.value);
    return value >= 0 && value <= top && (top === 1 || value === 0 || value > 1);
  };
  if (taken.length < 2 || !parts.every(onScale)) return [];
  const names = taken.map(({ name }) => name).join(', ');
  if (!tellParts(own, home, numbers)) {
    tracer.note(`the figures beside the score may be its parts and are not read: ${names}`);
    return [];
  }
  tracer.fields.components = { pointer: `${around}/*`, provenance: 'assumed' };
  for (const part of taken) tracer.use(part.pointer);
  tracer.doubt(0.8, `the figures beside the score are taken for its parts: ${names}`);
  return taken.map((one) => ({ name: one.name, score: Number(one.value), weight: null }));
}
