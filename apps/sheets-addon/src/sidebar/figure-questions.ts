import { type Draft, type Endpoint, type FieldPointer, readByRecipe } from '@answershare/core';
import { isTextKey, type TextKey } from '../texts/texts.ts';
import type { Messages } from './view.ts';

/** Fields that appear within other figures, and those about pages, which are no figures. */
const hiddenFields = ['scale', 'from', 'to', 'website', 'morePages', 'nextPage', 'rowsInAll', 'id', 'label'];

/** One figure of a body, or the rows of one list, as a question about the reader's dashboard. */
export interface FigureQuestion {
  /** `shareOfVoice`, `competitors`. */
  readonly field: string;
  readonly text: string;
  /** The figure alone. */
  readonly value: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The text for a field; a metric of only this service keeps its name. */
const formatField = ({ t }: Messages, field: string): string =>
  isTextKey(`term.${field}`) ? t(`term.${field}` as TextKey) : field;

function formatFigure({ count }: Messages, value: unknown, { codec }: FieldPointer): string {
  if (typeof value !== 'number') return String(value);
  return /percent|fraction/.test(codec) ? `${count(Number((value * 100).toFixed(2)))} %` : count(value);
}

/** `ChatGPT 12`, `2026-11-20: Visitors 120, Citations 4` */
function formatRow(messages: Messages, row: Fields, fields: Readonly<Record<string, FieldPointer>>): string {
  const name = [row.label, row.name, row.title, row.url, row.domain, row.date, row.engine].find(Boolean);
  const numbers = Object.keys(fields).filter((field) => typeof row[field] === 'number');
  const figures = numbers.map((field) => {
    const figure = formatFigure(messages, row[field], fields[field] as FieldPointer);
    return numbers.length === 1 ? figure : `${formatField(messages, field)} ${figure}`;
  });
  return [String(name ?? ''), figures.join(', ')].filter(Boolean).join(figures.length > 1 ? ': ' : ' ');
}

const maxRows = 3;

function formatRows(messages: Messages, rows: readonly string[]): string {
  const values = rows.slice(0, maxRows).join(' · ');
  const count = rows.length - maxRows;
  return count > 0 ? messages.t('ask.more', { values, count }) : values;
}

/** The list of a field, and its name in a row: `competitors.share` is `['competitors', 'share']`. */
function splitField(endpoint: Endpoint, field: string, pointer: string): readonly [string | null, string] {
  const [list = '', name] = field.split('.');
  if (name !== undefined) return [list, name];
  const own = endpoint === 'analytics' ? 'days' : endpoint;
  return [pointer.includes('/*') ? own : null, field];
}

/** What a draft reads from a body, one question per figure or list; none if it does not fit. */
export function listFigureQuestions(
  messages: Messages,
  endpoint: Endpoint,
  website: string,
  { recipe }: Draft,
  body: unknown,
): readonly FigureQuestion[] {
  const { t } = messages;
  const reading = readByRecipe(endpoint, recipe, body);
  if (!reading.ok) return [];
  const values = (endpoint === 'websites' ? { websites: reading.value } : reading.value) as unknown as Fields;
  const { scale } = values;
  const lists: Record<string, Record<string, FieldPointer>> = {};
  const questions: FigureQuestion[] = [];
  for (const [field, place] of Object.entries(reading.trace.fields)) {
    const [list, name] = splitField(endpoint, field, place.pointer);
    if (list !== null) lists[list] = { ...lists[list], [name]: place };
    const value = values[field] ?? null;
    if (list !== null || value === null || typeof value === 'object' || hiddenFields.includes(field))
      continue;
    const figure = formatFigure(messages, value, place);
    const isScored = field === 'score' && typeof scale === 'number';
    const shown = isScored ? t('reading.of', { value: figure, scale }) : figure;
    const key = `ask.${field}` as 'ask.score';
    const text = isTextKey(key)
      ? t(key, { value: shown, website })
      : t('ask.other', { value: shown, what: formatField(messages, field), website });
    questions.push({ field, text, value: shown });
  }
  for (const [list, fields] of Object.entries(lists)) {
    const rows = (values[list] ?? []) as readonly Fields[];
    const last = list === 'days' ? rows.slice(-maxRows) : rows;
    const value = formatRows(
      messages,
      last.map((row) => formatRow(messages, row, fields)),
    );
    if (value !== '')
      questions.push({
        field: list,
        text: t(`ask.${list}` as 'ask.days', { website, values: value }),
        value,
      });
  }
  return questions;
}

/** Where a draft finds its figures: `Share of voice` with its pointer. */
export function listPlaces(
  messages: Messages,
  endpoint: Endpoint,
  { recipe }: Draft,
  body: unknown,
): readonly (readonly [string, string])[] {
  const reading = readByRecipe(endpoint, recipe, body);
  return Object.entries(reading.ok ? reading.trace.fields : {}).map(([field, { pointer }]) => [
    field
      .split('.')
      .map((name) => formatField(messages, name))
      .join(': '),
    pointer === '' ? '/' : pointer,
  ]);
}
