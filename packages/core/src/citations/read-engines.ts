import { largestOf } from '../extremes.ts';
import { type Cell, cellsOf, type Row } from '../reading/cells.ts';
import { choose, place } from '../reading/choose.ts';
import { engineOf, isEngine } from '../reading/engines.ts';
import { countAt } from '../reading/figures.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, shaped } from '../reading/names.ts';
import { readNumber, sumOf } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { failed, failedAround, made, unsettled } from '../reading/unsettled.ts';
import { writtenDomain } from '../websites/domain.ts';
import { refuseAdded } from './added.ts';
import { apartByDay } from './by-day.ts';
import type { EngineCitations } from './citations.ts';
import { goesWith, isOfEngine } from './engine-address.ts';
import { countCell, type EngineName, engineCell, isNameField, sums } from './engine-cell.ts';
import { enginesOf } from './google.ts';
import { noCounts } from './no-counts.ts';
import type { Stated } from './read-total.ts';
import { isOtherKind, tellUncited, without } from './uncited.ts';

const lists = oneOf(
  shaped(
    'engine platform assistant model provider llm',
    '_ ai_ answer_ by_ citationby_ citationsby_ countby_ countsby_ totalby_ totalsby_ per_ citationper_ citationsper_ across_ citation_ _breakdown _citation _count _total _stat _summary _distribution',
  ),
);
const holders = oneOf('citation aicitation feed citationfeed breakdown distribution count stat bysource');
const never = oneOf(
  'day daily series timeseries bucket *sentiment* *cost* *score* *visibility* *mention* *share* *rate *probab* *position* *latency* *competitor* *rival* *recommend* *prompt* *quota* *usage* *audit* *used *requested* *supported* *available*',
);
const textOf = (row: Row): string => engineCell(row, true)?.text ?? '';
const ofWebsite = oneOf('domain website site host hostname');

/** True for a row with an address that may be what is cited: none of the engine, and not the website that all rows are of. */
const hasAddress = (row: Row, engine: EngineName, { rows }: Table): boolean =>
  row.some(
    (cell) =>
      cell !== engine.cell &&
      typeof cell.value === 'string' &&
      writtenDomain(cell.value) !== null &&
      !goesWith(cell.name) &&
      !isOfEngine(cell.value, () => engine) &&
      !(
        rows.length > 1 &&
        ofWebsite(cell.name) &&
        (rows[0] as Row).some(({ value }) => value === cell.value)
      ),
  );

/** A list of one entry that no envelope is: what stands in it is one of several of its kind. */
export const inOneOfMany = (pointer: string): boolean =>
  /(?<!\/(tasks|results?|data|items|response))\/0\//i.test(pointer);

/** 0 and 1 beside nothing that says what they count are rates or flags as well. */
const isSmall = (row: Row): boolean => (readNumber(countCell(row)?.value)?.value ?? 0) <= 1;

function fits(row: Row, table: Table): boolean {
  const named = lists(table.last);
  const isMap = table.layout === 'map';
  const count = countCell(row);
  const engine = engineCell(row, named || isMap);
  if (engine === null || count === null || hasAddress(row, engine, table)) return false;
  if (count.name === 'value' && inOneOfMany(table.pointer) && table.rows.every(isSmall)) return false;
  if (!isMap) return true;
  const names = table.rows.map(textOf);
  if (named) return !names.some(isNameField);
  return (
    names.some((name) => !sums(name)) &&
    names.every((name) => name !== 'meta' && (isEngine(name) || sums(name)))
  );
}

/** Inside the one entry of a list of sources: its counts are those of that source. */
const ofOneSource = /(source|domain|url|page|link|reference)s?\/0\//i;

const wanted = {
  what: 'the counts by engine',
  names: lists,
  mayHold: holders,
  never,
  fits,
  worth: ({ last }: Table): number => Number(!/model|distribution/.test(last)),
  unnamed: 0,
};

export interface EngineCounts {
  readonly byEngine: readonly EngineCitations[];
  /** The sum over engines; null where one of them gave no count, and where there is none. */
  readonly sum: Stated | null;
  /** The count of an entry of all engines; null where there is none. */
  readonly stated: Stated | null;
  readonly table: Table;
  /** The greatest of the counts. */
  readonly most: number;
  /** False where the figures that stand there are no counts: none of them is read. */
  readonly counted: boolean;
}

const engineWords = 'engine platform assistant provider model';
const lost = oneOf(
  shaped(
    engineWords,
    'failed_ disabled_ errored_ unavailable_ missing_ pending_ skipped_ incomplete_ _failed _unavailable _missing _pending _skipped',
  ),
);
const states = oneOf(shaped(engineWords, '_status _state'));

/** Engines that a body says failed in a list (`failed_engines`) or a map (`engine_status`) beside their counts. */
function lostEngines({ places }: Survey): readonly string[] {
  const cells = places.reduce<Row>((all, place) => all.concat(place.cells), []);
  const found: unknown[] = [];
  for (const cell of cells) {
    const { name, value } = cell;
    if (lost(name) && Array.isArray(value))
      for (const entry of value as unknown[])
        found.push(isObject(entry) ? textOf(cellsOf(entry, name)) : entry);
    if (states(name) && isObject(value))
      for (const key of Object.keys(value))
        if (failed([{ ...cell, name: 'status', value: value[key] }]) !== null) found.push(key);
  }
  return found.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** Counts by engine, as a list, a map or columns; null where the body has none. Spellings of one engine are added. */
export function readEngines(survey: Survey, tracer: Tracer): EngineCounts | null {
  const all = apartByDay(survey.tables.filter(({ pointer }) => !ofOneSource.test(pointer)));
  const table = choose(without(all, isOtherKind), wanted, tracer);
  if (table === null) return null;
  tellUncited(table, all, tracer);
  const why = survey.drawn ? null : noCounts(survey, table);
  if (why !== null) {
    tracer.note(`the figures at ${place(table)} ${why}, so they are no counts`);
    tracer.path = '';
    return { byEngine: [], sum: null, stated: null, table, most: 0, counted: false };
  }
  const found = new Map<string, EngineCitations>();
  const seen = new Map<string, Row>();
  const engineIn = enginesOf(table.rows);
  const unknown = new Set<string>();
  for (const text of lostEngines(survey)) {
    unknown.add(engineOf(text).engine);
    tracer.note(`the body says that ${text} failed or is missing: it is unknown and left out`);
  }
  const around = failedAround(survey, table.pointer);
  let stated: Stated | null = null;
  for (const row of table.rows) {
    const { cell: at, text } = engineCell(row, true) as EngineName;
    const cell = countCell(row) as Cell;
    const written = countAt(cell, `the count of ${text}`, tracer);
    const says = unsettled(row);
    const rests = says === null ? failed(row) : null;
    const whose = rests === null ? place(table) : `the row of ${text}`;
    const count = made(written, rests ?? around, whose, tracer);
    if (sums(text)) {
      if (count !== null) stated = stated ?? { count, pointer: cell.pointer };
      continue;
    }
    const before = seen.get(text);
    if (before) {
      refuseAdded(text, before, row);
      tracer.note(`the count of ${text} is the sum over its rows`);
    } else seen.set(text, row);
    tracer.found('byEngine', table);
    tracer.found('byEngine.engine', at);
    tracer.found('byEngine.count', cell);
    tracer.saw(row);
    const { engine, label } = engineIn(row, text);
    if (count === null || says !== null) {
      unknown.add(engine);
      tracer.note(
        says === null
          ? `${text} gave no count: it is unknown and left out`
          : `the row of ${text} says "${says}" and was left out`,
      );
    } else found.set(engine, { engine, label, count: count + (found.get(engine)?.count ?? 0) });
  }
  const byEngine = [...found.values()].filter(({ engine }) => !unknown.has(engine));
  const missing = unknown.size > 0;
  if (missing && byEngine.length === 0) refuse(`no entry of ${place(table)} has a count`);
  const count = missing || byEngine.length === 0 ? null : sumOf(byEngine.map((one) => one.count));
  const sum = count === null ? null : { count, pointer: table.pointer };
  const most = Math.max(0, largestOf(byEngine.map((one) => one.count)));
  return { byEngine, sum, stated, table, most, counted: true };
}
