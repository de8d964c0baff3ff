import type {
  Analytics,
  Authority,
  Citations,
  Competitors,
  Endpoint,
  FieldPointer,
  Reading,
  Website,
} from '@answershare/core';
import { counted } from '../../counted.ts';

type Fields = Readonly<Record<string, FieldPointer>>;

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 });
const percent = (share: number | null): string =>
  share === null ? 'unknown' : `${number(Number((share * 100).toFixed(4)))} %`;

/** The figures that a person can compare with a dashboard, each with its place. */
function figuresOf(endpoint: Endpoint, value: unknown, fields: Fields): string[] {
  const at = (name: string): string => (fields[name] === undefined ? '' : ` at ${fields[name].pointer}`);
  if (endpoint === 'authority') {
    const { score, scale } = value as Authority;
    const of = scale === null ? '' : ` of ${number(scale)}`;
    return [score === null ? 'authority unknown' : `authority ${number(score)}${of}${at('score')}`];
  }
  if (endpoint === 'competitors') {
    const { shareOfVoice, competitors } = value as Competitors;
    const [first] = competitors;
    const rival =
      first && `the first competitor ${first.name} ${percent(first.share)}${at('competitors.share')}`;
    return [`share of voice ${percent(shareOfVoice)}${at('shareOfVoice')}`, ...(rival ? [rival] : [])];
  }
  if (endpoint === 'citations') {
    const { total, atLeast, byEngine, items } = value as Citations;
    const from = at('total') || (items.length === total ? ', the number of rows' : '');
    const [first] = byEngine;
    const engine = first && `${number(first.count)} of ${first.engine}${at('byEngine.count')}`;
    const least = atLeast === undefined ? 'unknown' : `at least ${number(atLeast)}`;
    return [`${total === null ? least : number(total)} citations${from}`, ...(engine ? [engine] : [])];
  }
  if (endpoint === 'analytics') {
    const { days } = value as Analytics;
    const last = days[days.length - 1];
    if (last === undefined) return ['no days'];
    const counts = (['visitors', 'pageviews', 'citations'] as const).flatMap((name) =>
      last[name] === null ? [] : [`${number(last[name])} ${name}${at(name)}`],
    );
    return [`${counted(days.length, 'day')}, on ${last.date}`, ...counts];
  }
  const [first] = value as readonly Website[];
  const { length } = value as readonly Website[];
  return [
    `${length} websites${first === undefined ? '' : `, the first ${first.domain ?? first.name ?? first.id}`}${at('id')}`,
  ];
}

/** The figures of one body in one line. */
export function figureWords(endpoint: Endpoint, reading: Reading<unknown>): string {
  return reading.ok ? figuresOf(endpoint, reading.value, reading.trace.fields).join('; ') : reading.reason;
}
