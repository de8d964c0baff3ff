import { isObject, type JsonObject } from '../reading/json.ts';
import { findField, plainName, segment } from '../reading/names.ts';
import { readNumber, readText } from '../reading/numbers.ts';
import { type Reading, Tracer } from '../reading/trace.ts';
import type { Authority, AuthorityComponent } from './authority.ts';

const scores = [
  'entityauthorityscore',
  'authorityscore',
  'score',
  'overallscore',
  'overall',
  'totalscore',
  'value',
  'authority',
];
const scales = ['scale', 'maxscore', 'max', 'outof', 'maximum', 'scalemax', 'scoremax'];
const parts = ['components', 'breakdown', 'factors', 'dimensions', 'pillars', 'subscores', 'parts'];
const partName = ['name', 'component', 'label', 'key', 'factor', 'title', 'id'];
const partScore = ['score', 'value', 'points', 'rating'];
const holders = ['authority', 'data', 'result', 'entityAuthority', 'entity_authority', 'score'];

/** The object that holds the score: the body, or an envelope in it. */
function holderOf(body: JsonObject): readonly [JsonObject, string] | null {
  const places: (readonly [JsonObject, string])[] = [[body, '']];
  for (let at = 0; at < places.length; at++) {
    const [object, pointer] = places[at] ?? [body, ''];
    const field = findField(object, scores);
    if (field !== null && !isObject(object[field]) && !Array.isArray(object[field])) return [object, pointer];
    if (places.length > 8) break;
    for (const key of holders) {
      const inner = object[key];
      if (isObject(inner)) places.push([inner, pointer + segment(key)]);
    }
  }
  return null;
}

function scaleOf(score: number | null, stated: number | null, tracer: Tracer): number | null {
  if (stated !== null && stated > 0) return stated;
  if (score === null) return null;
  tracer.note('the scale is told by the size of the score');
  if (score > 0 && score < 1) return 1;
  if (score > 1 && score <= 100) return 100;
  return score > 100 && score <= 1000 ? 1000 : null;
}

/** Weights as fractions: all in percent where one of them is above 1 or carries a percent sign. */
function fractionsOf(weights: readonly unknown[]): readonly (number | null)[] {
  const read = weights.map((weight) => readNumber(weight));
  const percent = read.some((weight) => weight?.percent || (weight?.value ?? 0) > 1);
  return read.map((weight) => {
    const value = weight?.value ?? null;
    return value === null || !percent ? value : Number((value / 100).toPrecision(12));
  });
}

function readParts(object: JsonObject, pointer: string, tracer: Tracer): AuthorityComponent[] | string {
  const field = findField(object, parts);
  if (field === null) return [];
  const held = object[field];
  const at = pointer + segment(field);
  tracer.found('components', at);
  const entries: (readonly [string | null, unknown, unknown])[] = Array.isArray(held)
    ? held.map((row) =>
        isObject(row)
          ? ([
              readText(row[findField(row, partName) ?? '']),
              row[findField(row, partScore) ?? ''],
              row.weight,
            ] as const)
          : ([null, row, undefined] as const),
      )
    : isObject(held)
      ? Object.keys(held).map((name) => {
          const inner = held[name];
          return isObject(inner)
            ? ([name, inner[findField(inner, partScore) ?? ''], inner.weight] as const)
            : ([name, inner, undefined] as const);
        })
      : [];
  const components: AuthorityComponent[] = [];
  const weights = fractionsOf(entries.map(([, , weight]) => weight));
  for (const [name, value] of entries) {
    const score = readNumber(value);
    if (name === null || score === undefined)
      return `a component under ${at} has no name or its score is not a number`;
    components.push({ name, score: score.value, weight: weights[components.length] ?? null });
  }
  return components;
}

/** Reads the body of `GET /api/v1/authority`: the score as written, its scale, and its components as a list or a map. */
export function readAuthority(body: unknown): Reading<Authority> {
  const tracer = new Tracer();
  const place = isObject(body) ? holderOf(body) : null;
  if (place === null) return tracer.refuse('no authority score was found in the body');
  const [object, pointer] = place;
  const field = findField(object, scores) ?? '';
  tracer.path = pointer;
  tracer.found('score', pointer + segment(field));
  const score = readNumber(object[field]);
  if (score === undefined) return tracer.refuse(`the score at ${pointer}${segment(field)} is not a number`);
  if (score.coerced) tracer.changed(`${field}: text read as a number`);
  const components = readParts(object, pointer, tracer);
  if (typeof components === 'string') return tracer.refuse(components);
  const scaleField = findField(object, scales);
  const stated = scaleField === null ? null : (readNumber(object[scaleField])?.value ?? null);
  if (scaleField !== null) tracer.found('scale', pointer + segment(scaleField));
  const used = [field, scaleField, findField(object, parts)];
  tracer.left(
    Object.keys(object).filter((name) => used.indexOf(name) < 0 && plainName(name) !== 'websiteid'),
  );
  return tracer.read({ score: score.value, scale: scaleOf(score.value, stated, tracer), components });
}
