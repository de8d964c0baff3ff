/** Chance from a seed (mulberry32), so that a run can be repeated. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Json = unknown;
type Fields = Record<string, Json>;
export type Mutation = (body: Json, random: () => number) => Json;

const isFields = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

/** Every object of a body with at least one field. */
function objectsOf(value: Json): Fields[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (!isFields(value)) return [];
  return [...(Object.keys(value).length > 0 ? [value] : []), ...Object.values(value).flatMap(objectsOf)];
}

/** Changes one field of a copy. */
const atOneField =
  (change: (holder: Fields, name: string, random: () => number) => void): Mutation =>
  (body, random) => {
    const copy = structuredClone(body);
    const objects = objectsOf(copy);
    if (objects.length === 0) return copy;
    const holder = pick(objects, random);
    change(holder, pick(Object.keys(holder), random), random);
    return copy;
  };

const respelled = (value: Json, spell: (name: string) => string): Json => {
  if (Array.isArray(value)) return value.map((entry) => respelled(entry, spell));
  if (!isFields(value)) return value;
  const spelled = (name: string): string => (/^[a-z][a-zA-Z]*(_[a-z]+)*$/.test(name) ? spell(name) : name);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [spelled(name), respelled(inner, spell)]),
  );
};

const reordered = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reordered);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reordered(inner)]),
  );
};

/** Every number of a copy changed, so that whoever reads it reads something else. */
const otherwise = (value: Json): Json => {
  if (typeof value === 'number') return value > 1 ? value * 2 + 3 : value / 2 + 0.01;
  if (Array.isArray(value)) return value.map(otherwise);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, otherwise(inner)]));
};

const beside =
  (name: string, held: (body: Json) => Json): Mutation =>
  (body) =>
    isFields(body) ? { ...body, [name]: held(body) } : { data: body, [name]: held(body) };

/** Changes that leave the meaning as it was: what is read has to stay the same, or be refused. */
export const sameMeaning: Readonly<Record<string, Mutation>> = {
  'wrapped in data': (body) => ({ data: body }),
  'wrapped in success and data': (body) => ({ success: true, data: body, error: null }),
  'wrapped in result': (body) => ({ result: body, status: 'ok' }),
  'in snake case': (body) =>
    respelled(body, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  'in camel case': (body) =>
    respelled(body, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  'in another order': reordered,
  'beside the previous period': beside('previous', otherwise),
  'beside a comparison': beside('comparison', otherwise),
  'beside a delta': beside('deltaVsPrevious', otherwise),
  'beside the echoed query': beside('query', () => ({ visitors: 1, score: 3, shareOfVoice: 99, limit: 10 })),
  'beside the costs': beside('cost_breakdown', () => ({ openai: 7, anthropic: 9, total: 16 })),
  'beside sentiment': beside('sentiment', () => ({ overall: 0.4, breakdown: { positive: 7, negative: 2 } })),
  'beside recommendations': beside('recommendations', () => [
    { id: 'r1', name: 'Write more', title: 'Write more', score: 9, url: 'https://help.example/more' },
    { id: 'r2', name: 'Link more', title: 'Link more', score: 8, url: 'https://help.example/link' },
  ]),
  'beside usage': beside('usage', () => ({ requests: 12, limit: 500, citations: 31, visitors: 17 })),
};

/** Changes that take something away: a number that is still read has to be the one that was read before. */
export const takenAway: Readonly<Record<string, Mutation>> = {
  'a field renamed': atOneField((holder, name, random) => {
    holder[`zq${Math.floor(random() * 1000)}`] = holder[name];
    delete holder[name];
  }),
  'a field taken out': atOneField((holder, name) => {
    delete holder[name];
  }),
  'a field null': atOneField((holder, name) => {
    holder[name] = null;
  }),
  'a field as words': atOneField((holder, name) => {
    holder[name] = 'not available';
  }),
};

/** Changes of any kind: whatever is read has to stand in the body. */
export const anyChange: Readonly<Record<string, Mutation>> = {
  ...takenAway,
  'two fields exchanged': atOneField((holder, name, random) => {
    const other = pick(Object.keys(holder), random);
    const held = holder[name];
    holder[name] = holder[other];
    holder[other] = held;
  }),
  'a field put into an object': atOneField((holder, name, random) => {
    holder[name] = { [pick(['value', 'total', 'data', 'items', 'zq'], random)]: holder[name] };
  }),
  'a field put into a list': atOneField((holder, name) => {
    holder[name] = [holder[name]];
  }),
  'a number as text': atOneField((holder, name) => {
    if (typeof holder[name] === 'number') holder[name] = String(holder[name]);
  }),
  'a number with a sign of percent': atOneField((holder, name) => {
    if (typeof holder[name] === 'number') holder[name] = `${String(holder[name])}%`;
  }),
  'a number a hundred times': atOneField((holder, name) => {
    if (typeof holder[name] === 'number') holder[name] = (holder[name] as number) * 100;
  }),
  'another name of the field': atOneField((holder, name, random) => {
    const names = [
      'data',
      'total',
      'count',
      'score',
      'value',
      'share',
      'name',
      'id',
      'date',
      'visitors',
      'citations',
      'competitors',
      'engines',
      'previous',
      'metrics',
      'shareOfVoice',
    ];
    holder[pick(names, random)] = holder[name];
  }),
};
