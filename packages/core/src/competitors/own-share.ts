import { type Cell, cellsOf, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { isOtherPeriod, oneOf } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import { outside } from '../reading/pointer.ts';
import type { Place, Survey } from '../reading/survey.ts';
import { refuseTwo } from '../reading/trace.ts';
import { isOwnVoice, isRowShare, isVoice } from './written-share.ts';

const ownPlaces = oneOf('you brand me self us company your* own* our*');
const voices = oneOf('shareofvoice aishareofvoice sov voice');
const wraps = oneOf(
  'data result response payload item task summary metric overview stat total current kpi score analysis (ai)?visibility report attribute overall share measurement latest* website site domain property project client account workspace organi[sz]ation subject primary main',
);
const open = (name: string): boolean => ownPlaces(name) || voices(name) || wraps(name);
const never = oneOf(
  '*competitor* *rival* by* per* *prompt* *topic* *histor* *trend* *segment* *countr* *breakdown* engine platform assistant keyword sentiment peer industry market',
);
/** The own share inside an object that is named a share of voice. */
const inVoice = oneOf('own you your brand self us me mine value current percentage percent share score');
const plainShare = oneOf('(mentions?)?share sharepercent sharepct sharefraction');
/** True for a name that tells of competitors. */
export const holdsRivals = oneOf('*competitor* *rival*');

/** True for the name of an average share of voice, which may be that of all brands. */
export const isAverage = oneOf('avg* average* mean*');

/** The own share's field, the fields beside it, and the object they stand in. */
export interface OwnShare {
  readonly cell: Cell | null;
  readonly beside: Row;
  readonly place: Place | null;
}

/** A field that holds a number, a text or a wrapped number; an object that holds none is looked into as a place of its own. */
const isValue = ({ value }: Cell): boolean =>
  !Array.isArray(value) && (!isObject(value) || readNumber(value) !== undefined);

function holds(place: Place, cell: Cell): boolean {
  if (!isValue(cell) || isOtherPeriod(cell.name)) return false;
  if (isOwnVoice(cell.name)) return true;
  if (ownPlaces(place.last)) return isRowShare(cell.name);
  if (voices(place.last)) return inVoice(cell.name);
  return place.path.length === 0 && plainShare(cell.name);
}

const hasRivals = ({ object }: Place): boolean =>
  Object.keys(object).some(
    (name) => holdsRivals(name) && typeof object[name] === 'object' && object[name] !== null,
  );

/** Objects around the place, so that what stands in `data` is known to stand beside `data.shareOfVoice.own`. */
const holder = (place: Place, survey: Survey): Place | null =>
  survey.places.find(({ pointer }) => pointer === outside(place.pointer)) ?? null;

interface Candidate {
  readonly cell: Cell;
  readonly place: Place;
  readonly near: boolean;
}

/**
 * The field of the own share of voice: in an open place, or beside the competitors. A share under an engine, a prompt or a
 * competitor is another's. @throws Refusal where two have equal claim.
 */
export function ownShare(survey: Survey): OwnShare {
  const found: Candidate[] = [];
  for (const place of survey.places) {
    if (place.path.some((name) => never(name) || isEngine(name))) continue;
    const around = holder(place, survey);
    const near = hasRivals(place) || (around !== null && hasRivals(around) && ownPlaces(place.last));
    const entry = /\/0(\/|$)/.test(place.pointer);
    if (!near && (entry || !place.path.every(open))) continue;
    for (const cell of place.cells) if (holds(place, cell)) found.push({ cell, place, near });
  }
  const rank = ({ cell, place, near }: Candidate): number =>
    place.path.length + (isOwnVoice(cell.name) ? 0 : 20) + (near ? 0 : 10);
  const exact = found.filter(({ cell }) => !isAverage(cell.name));
  const [best, next] = (exact[0] ? exact : found).sort((a, b) => rank(a) - rank(b));
  if (!best) return { cell: null, beside: [], place: null };
  const value = ({ cell }: Candidate): unknown => readNumber(cell.value)?.value ?? cell.value;
  if (
    next &&
    value(next) !== value(best) &&
    next.near === best.near &&
    isOwnVoice(next.cell.name) === isOwnVoice(best.cell.name)
  )
    refuseTwo('fields', 'the own share', best.cell.pointer, next.cell.pointer);
  const inner = isObject(best.cell.value) ? cellsOf(best.cell.value, best.cell.pointer) : [];
  const around = voices(best.place.last) ? holder(best.place, survey) : null;
  const beside = inner.concat(best.place.cells, around ? around.cells : []);
  return { cell: best.cell, beside, place: best.place };
}

/** Where else a field is named a share of voice, so that whose it is cannot be told; null where none is. Lists are not searched. */
export function strayShareOfVoice(survey: Survey): string | null {
  for (const { cells, path } of survey.places) {
    const stray = cells.find(
      (cell) => isVoice(cell.name) && cell.value !== null && !Array.isArray(cell.value),
    );
    if (stray && !path.some(holdsRivals)) return stray.pointer;
  }
  return null;
}
