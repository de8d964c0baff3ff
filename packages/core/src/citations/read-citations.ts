import { readDate } from '../reading/dates.ts';
import { engineOf } from '../reading/engines.ts';
import { isObject, type JsonObject } from '../reading/json.ts';
import { findField, plainName, segment } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import { chooseRows } from '../reading/rows.ts';
import { type Reading, Tracer } from '../reading/trace.ts';
import type { CitationItem, Citations, EngineCitations } from './citations.ts';
import { readCount, readTotal } from './read-total.ts';

const names = {
  engine: ['engine', 'platform', 'provider', 'aiengine', 'source', 'model', 'assistant'],
  count: ['citations', 'count', 'citationcount', 'citationscount', 'totalcitations', 'total'],
  url: ['url', 'citedurl', 'pageurl', 'link', 'page'],
  date: ['date', 'citedat', 'day', 'createdat', 'timestamp', 'seenat', 'firstseen'],
  title: ['title', 'query', 'prompt', 'question', 'keyword'],
};
const sums = ['total', 'all', 'overall', 'sum', 'any', 'combined', 'allengines'];
const engineLists = ['byengine', 'engines', 'perengine', 'byplatform', 'platforms', 'breakdown'];
const itemLists = ['items', 'feed', 'citations', 'entries', 'data', 'results'];

const value = (row: JsonObject, field: keyof typeof names): unknown => {
  const name = findField(row, names[field]);
  return name === null ? undefined : row[name];
};

/** Adds an engine's count. An entry named as all of them together is no engine. */
function add(counts: EngineCitations[], engine: string, count: number): void {
  if (sums.indexOf(plainName(engine)) >= 0) return;
  const { engine: normal, label } = engineOf(engine);
  const at = counts.findIndex((other) => other.engine === normal);
  const before = counts[at];
  if (before) counts[at] = { ...before, count: before.count + count };
  else counts.push({ engine: normal, label, count });
}

/** Objects in which the summary may stand: the body and its envelopes. */
function summaries(body: unknown): readonly (readonly [JsonObject, string])[] {
  if (!isObject(body)) return [];
  const inner = ['data', 'citations', 'result', 'summary'].filter((name) => isObject(body[name]));
  return [[body, ''] as const, ...inner.map((name) => [body[name] as JsonObject, segment(name)] as const)];
}

function readEngines(body: unknown, tracer: Tracer): EngineCitations[] | null | string {
  for (const [object, pointer] of summaries(body)) {
    const name = findField(object, engineLists);
    if (name === null) continue;
    const held = object[name];
    const counts: EngineCitations[] = [];
    if (Array.isArray(held)) {
      for (const row of held) {
        const engine = isObject(row) ? readText(value(row, 'engine') ?? row.name) : null;
        const count = isObject(row) ? readCount(value(row, 'count')) : undefined;
        if (engine === null || typeof count !== 'number')
          return `an entry of ${pointer}${segment(name)} has no engine or no count`;
        add(counts, engine, count);
      }
    } else if (isObject(held)) {
      for (const engine of Object.keys(held)) {
        const entry = held[engine];
        const count = readCount(isObject(entry) ? value(entry, 'count') : entry);
        if (typeof count !== 'number')
          return `the count of ${engine} under ${pointer}${segment(name)} is no count`;
        add(counts, engine, count);
      }
    } else continue;
    tracer.found('byEngine', pointer + segment(name));
    return counts;
  }
  return null;
}

function readItem(row: JsonObject, pointer: string, tracer: Tracer): CitationItem {
  const used: string[] = [];
  const read = (field: keyof typeof names): unknown => {
    const name = findField(row, names[field]);
    if (name === null) return undefined;
    used.push(name);
    tracer.found(`items.${field}`, `${pointer}/*${segment(name)}`);
    return row[name];
  };
  const engine = readText(read('engine'));
  const item = {
    engine: engine === null ? null : engineOf(engine).engine,
    url: readText(read('url')),
    date: readDate(read('date')),
    title: readText(read('title')),
  };
  tracer.left(Object.keys(row).filter((name) => used.indexOf(name) < 0));
  return item;
}

/**
 * Reads the body of `GET /api/v1/citations`: a total, counts by engine and the feed's items, each where the body has it.
 * The number of items is never taken for the total: a feed may come in pages.
 */
export function readCitations(body: unknown): Reading<Citations> {
  const tracer = new Tracer();
  const engines = readEngines(body, tracer);
  if (typeof engines === 'string') return tracer.refuse(engines);
  const stated = readTotal(summaries(body), tracer);
  if (stated === undefined) return tracer.refuse('the total is no count');
  const lists = chooseRows(body, {
    names: itemLists,
    fits: (row) =>
      findField(row, names.url) !== null ||
      (findField(row, names.engine) !== null && findField(row, names.count) === null),
  });
  if (lists === 'ambiguous') return tracer.refuse('two lists in the body could be the citation feed');
  const items: CitationItem[] = [];
  if (lists !== 'none') {
    tracer.path = lists.pointer;
    for (const row of lists.rows) items.push(readItem(row, lists.pointer, tracer));
  }
  if (engines === null && stated === null && lists === 'none') {
    return tracer.refuse('no total, no counts by engine and no list of citations were found in the body');
  }
  const sum = engines?.reduce((total, entry) => total + entry.count, 0) ?? null;
  if (stated !== null && sum !== null && stated !== sum)
    tracer.note(`the total ${stated} is not the sum over engines, ${sum}`);
  if (stated === null && sum !== null) tracer.note('the total is the sum over engines');
  return tracer.read({ total: stated ?? sum, byEngine: engines ?? [], items });
}
