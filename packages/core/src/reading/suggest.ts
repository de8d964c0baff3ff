import { writtenDomain } from '../websites/domain.ts';
import { type Cell, cellsOf, findCell, type Row } from './cells.ts';
import { readDate } from './dates.ts';
import { isObject } from './json.ts';
import type { Kind, Mapping } from './mapping-plan.ts';
import { isOtherPeriod, listed, oneOf, segment } from './names.ts';
import { isNumeric, readNumber } from './numbers.ts';
import { type Survey, surveyOf, type Table } from './survey.ts';

/** A draft of a mapping for a person to finish, with what was found. */
export interface Suggestion {
  readonly mapping: Mapping;
  /** What was proposed and why, one sentence each; then the places that hold values, with one of them. */
  readonly comment: readonly string[];
}

interface Guess {
  readonly names: string;
  readonly holds: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isAddress = (value: unknown): boolean =>
  [value].concat(value).some((text) => typeof text === 'string' && writtenDomain(text) !== null);
const isCount = (value: unknown): boolean => Number.isInteger(readNumber(value)?.value);
const guess = (names: string, holds: Guess['holds']): Guess => ({ names, holds });

/** What a field of a row may be called, in a few languages, and what it has to hold. */
const rowFields: Readonly<Record<Kind, Readonly<Record<string, Guess>>>> = {
  websites: {
    id: guess('id uuid siteid websiteid projectid key', (value) => isText(value) || isNumeric(value)),
    name: guess('name title label nome nombre nom', isText),
    domain: guess('domain url host hostname dominio domaine website link', isAddress),
  },
  analytics: {
    date: guess(
      'date day data fecha datum jour dia time timestamp period x *',
      (value) => readDate(value) !== null,
    ),
    visitors: guess('visitor unique user visitante visiteur besucher', isNumeric),
    pageviews: guess('pageview view visualizac vue seitenaufruf', isNumeric),
    citations: guess('citation aicitation citacoe cita zitat cite mention', isNumeric),
  },
  citations: {
    'items.engine': guess('engine platform plataforma plateforme assistant model provider source', isText),
    'items.url': guess('url link page sourceurl enlace', isText),
    'items.domain': guess('domain host hostname site source publisher key value', isAddress),
    'items.date': guess('date day createdat timestamp data fecha', (value) => readDate(value) !== null),
    'items.count': guess('count citation total citacoe quantidade', isCount),
  },
  competitors: {
    'competitors.name': guess(
      'name brand competitor marca marque marke nome nombre company title asset entity',
      isText,
    ),
    'competitors.share': guess(
      'share shareofvoice sov percent percentual percentage porcentaje anteil part value',
      isNumeric,
    ),
    'competitors.mentions': guess('mention mencoe mencione erwahnung count', isCount),
    'competitors.domain': guess('domain website url host', isAddress),
  },
  authority: {
    'components.name': guess('name component factor label key', isText),
    'components.score': guess('score value rating point', isNumeric),
  },
};
const wholeFields: Readonly<Partial<Record<Kind, Readonly<Record<string, Guess>>>>> = {
  citations: { total: guess('total totalcitation citation count', isCount) },
  competitors: { shareOfVoice: guess('shareofvoice sov ownshare share visibility percentual', isNumeric) },
  authority: {
    score: guess('score authority rating overall index rank total value scorepercent', isNumeric),
    scale: guess('scale maxscore max outof', isNumeric),
  },
};

/** Words that say too little to be told by them inside a longer name. */
const vague = oneOf('total count value index key');

/** An object of one entry may be a row or only wrap something. */
const isMany = ({ layout, rows }: Table): boolean => layout !== 'map' || rows.length > 1;

type Picked = readonly [field: string, pointer: string];

/** Words of a name that make it another than the word that is looked for: a share is no count, a host no name. */
const unlikely = /share|rate|percent|pct|ratio|score|rank|position|average|avg|creat|updat|seen|join|host/gi;

/** An object's name, where a field is an object that has one. */
const withName = (all: Cell[], cell: Cell): Cell[] =>
  isObject(cell.value)
    ? all.concat({ ...cell, pointer: `${cell.pointer}/name`, value: cell.value.name })
    : all;

function pick(row: Row, guesses: Readonly<Record<string, Guess>>): Picked[] {
  return Object.entries(guesses).reduce<Picked[]>((all, [field, { names, holds }]) => {
    const free = row
      .concat(/(name|engine)$/.test(field) ? row.reduce<Cell[]>(withName, []) : [])
      .filter(({ pointer, value }) => holds(value) && all.every(([, at]) => at !== pointer));
    const isLikely = ({ name }: Cell): boolean =>
      !isOtherPeriod(name) &&
      (name.match(unlikely) ?? []).every((word) => names.indexOf(word.toLowerCase()) >= 0);
    const isNear = ({ name }: Cell): boolean =>
      listed(names).some((word) => !vague(word) && name.toLowerCase().indexOf(word) >= 0);
    const likely = free.filter(isLikely);
    const only = field === 'date' && likely.length === 1 ? likely[0] : undefined;
    const cell = findCell(free, names) ?? likely.find(isNear) ?? only;
    return cell ? all.concat([[field, cell.pointer]]) : all;
  }, []);
}

/** A row with the entries of its lists as fields: `{"keys": ["2026-11-01"]}` has one at `/keys/0`. */
const withEntries = (row: Row): Row =>
  row.concat(
    ...row.map(({ name, pointer, value, depth }) =>
      (Array.isArray(value) ? (value as unknown[]) : []).map(
        (entry, at): Cell => ({ name, pointer: `${pointer}/${at}`, value: entry, depth: depth + 1 }),
      ),
    ),
  );

/** The fields of a website; one without an identifier may be known by its address. */
function websiteIn(picked: Picked[]): Picked[] {
  const address = picked.find(([field]) => field === 'domain');
  return address && picked.every(([field]) => field !== 'id')
    ? [['id', address[1]] as Picked].concat(picked)
    : picked;
}

/** The lists of objects inside a table's rows, each as one table of all of them. */
function listsInRows(table: Table): Table[] {
  if (table.layout !== 'list') return [];
  return (table.rows[0] ?? []).reduce<Table[]>((all, { value, pointer }) => {
    if (!Array.isArray(value) || !value.every(isObject)) return all;
    return all.concat({ ...table, pointer, rows: value.map((entry) => cellsOf(entry, `${pointer}/*`)) });
  }, []);
}

/** How little the place of a score says that it is the whole one's; Infinity where it is none. */
function doubt(fields: readonly Picked[]): number {
  const pointer = fields.find(([field]) => field === 'score')?.[1];
  if (pointer === undefined) return Infinity;
  const above = pointer.split('/').slice(1);
  const name = above.pop() as string;
  const around = above[above.length - 1] ?? '';
  if (/spam|risk|toxic/i.test(name)) return Infinity;
  if (
    /^(total|value)$/i.test(name) &&
    !/^(\d*|data|results?|response)$|(score|authority|rating)$/i.test(around)
  )
    return Infinity;
  const isWhole = /overall|composite|aggregate/i.test(name);
  const isPart = above.some((one) => /audit|check|test|breakdown|factor|component|page/i.test(one));
  const likeness = isWhole ? 0 : /authority/i.test(pointer) ? 1 : /score/i.test(name) ? 2 : 3;
  return (likeness + (isPart ? 1 : 0)) * 10 + above.length;
}

/** An object of numbers that is named as the parts of a score are. */
const partsOf = (survey: Survey): string | undefined =>
  survey.places.find(({ last, object }) => {
    const values = Object.keys(object).map((name) => object[name]);
    return (
      /scores|component|dimension|breakdown|factor|pillar|categor/i.test(last) &&
      values.length > 1 &&
      values.every(isNumeric)
    );
  })?.pointer;

const short = (value: unknown): string => {
  const text = `${JSON.stringify(value)}`;
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
};

/** Places that hold values, with one of them: of a list the first entry stands for all. */
function leavesOf(value: unknown, pointer = '', depth = 0): string[] {
  if (depth > 6) return [];
  if (Array.isArray(value))
    return value.length === 0 ? [`${pointer}: an empty list`] : leavesOf(value[0], `${pointer}/*`, depth + 1);
  if (!isObject(value)) return [`${pointer || 'the top'}: ${short(value)}`];
  return Object.keys(value).reduce<string[]>(
    (all, name) => all.concat(leavesOf(value[name], pointer + segment(name), depth + 1)),
    [],
  );
}

/**
 * Proposes a mapping for a body that was refused: the rows in which most of the wanted fields can be recognised, and where a figure
 * of the whole answer may stand. It is a draft: names are matched loosely, in a few languages, so that a person has to look.
 */
export function suggestMapping(kind: Kind, body: unknown): Suggestion {
  const survey = surveyOf(body);
  const found = survey.tables
    .concat(...survey.tables.map(listsInRows))
    .filter(({ layout }) => layout !== 'texts')
    .map((table) => {
      const fields = pick(withEntries(table.rows[0] ?? []), rowFields[kind]);
      return { table, fields: kind === 'websites' ? websiteIn(fields) : fields };
    })
    .filter(
      ({ table, fields }) =>
        kind !== 'competitors' || (isMany(table) && fields.some(([field]) => field === 'competitors.name')),
    )
    .sort((a, b) => b.fields.length - a.fields.length || a.table.path.length - b.table.path.length);
  const [best, next] = found;
  const least = kind === 'authority' || kind === 'competitors' || kind === 'websites' ? 2 : 1;
  const rows = best && best.fields.length >= least ? best : undefined;
  const whole = survey.places
    .map((at) => pick(at.cells, wholeFields[kind] ?? {}))
    .filter((picked) => kind !== 'authority' || doubt(picked) < Infinity)
    .sort((a, b) => (kind === 'authority' ? doubt(a) - doubt(b) : 0) || b.length - a.length)[0];
  const fields: Record<string, string> = {};
  const comment: string[] = [];
  for (const [field, pointer] of whole ?? []) {
    if (rows && isMany(rows.table) && pointer.indexOf(`${rows.table.pointer}/`) === 0) continue;
    fields[field] = pointer;
    comment.push(`${field} may stand at ${pointer}`);
  }
  const parts = kind === 'authority' && !rows && fields.score !== undefined ? partsOf(survey) : undefined;
  if (parts !== undefined) {
    fields['components.name'] = '*';
    fields['components.score'] = '';
    comment.push(`components may stand under their names at ${parts}`);
  }
  const table = rows && rows.table.layout !== 'columns' ? rows.table.pointer : parts;
  const prefix = table === undefined ? undefined : `${table}/*`;
  for (const [field, pointer] of rows?.fields ?? []) {
    fields[field] = prefix === undefined ? pointer : pointer.slice(prefix.length) || '*';
    comment.push(`${field} may stand at ${pointer}`);
  }
  if (next && rows && next.fields.length === rows.fields.length)
    comment.push(`the rows may also be those at ${next.table.pointer}`);
  if (kind === 'competitors' && rows && !fields.shareOfVoice)
    comment.push('brand has to be the name of the own brand, where the rows have it among them');
  if (comment.length === 0) comment.push(`nothing in the body looks like ${kind}`);
  const mapping = prefix === undefined ? { fields } : { rows: prefix, fields };
  return { mapping, comment: comment.concat(leavesOf(body).slice(0, 40)) };
}
