import {
  type Endpoint,
  type FaultKind,
  type HttpOutcome,
  isStatedLimit,
  type LimitState,
  parseBody,
  type RateState,
  readLimits,
  readOutcomeLimits,
} from '@answershare/core';
import { recogniseLimits } from '@answershare/recogniser';
import { pluralize } from '../../system/text.ts';
import { formatJson, formatUtc } from './format.ts';

/** A rate-limit header with its meaning. */
interface ExplainedHeader {
  readonly name: string;
  readonly value: string;
  /** A phrase with units. */
  readonly meaning: string;
  /** True if the specification defines it or the value has only one meaning. */
  readonly sure: boolean;
  readonly because: string;
  /** `42 this minute` if the header contains a remainder. */
  readonly left: string | null;
}

type HeaderRecord = Readonly<Record<string, string>>;

const waitHeader = /^(x-)?retry-after(-ms)?$/;
const limitHeader = new RegExp(`rate-?limit|daily-?quota|${waitHeader.source}`);
const unitTexts: Readonly<Record<NonNullable<LimitState['unit']>, string>> = {
  seconds: 'seconds to go',
  milliseconds: 'milliseconds to go',
  epoch: 'an instant since 1970',
  date: 'a date',
  duration: 'a duration',
};

const windowTexts = { minute: 'this minute', day: 'today' } as const;

/** Reads the limits from the headers of one answer alone; `day`: those of the minute describe the day. */
export function readHeaderLimits(
  headers: HeaderRecord,
  at: number,
  window: 'minute' | 'day' = 'minute',
): RateState {
  const limits = recogniseLimits([{ headers, at }]);
  return readLimits(window === 'day' ? { ...limits, minute: [], day: limits.minute } : limits, headers, at);
}

/** Selects one header and those that show its unit: Date and Retry-After. */
function selectHeader(headers: HeaderRecord, name: string): HeaderRecord {
  const witnesses = ['date', 'retry-after'].filter((one) => headers[one] !== undefined);
  return Object.fromEntries([...witnesses, name].map((one) => [one, headers[one] ?? '']));
}

type FigureExplanation = Omit<ExplainedHeader, 'name' | 'value'>;

function explain(
  meaning: string,
  sure: boolean,
  because: string,
  left: string | null = null,
): FigureExplanation {
  return { meaning, sure, because, left };
}

function explainWindow(
  state: LimitState,
  window: 'minute' | 'day',
  name: string,
  at: number,
): FigureExplanation[] {
  const { remaining, limit, resetAt, unit, sure } = state;
  const when = windowTexts[window];
  const inSpecification = name === 'x-ratelimit-remaining';
  if (remaining !== null) {
    const because = inSpecification ? 'specification §8 names it, but not its window' : 'by its name';
    return [explain(`${remaining} requests are left ${when}`, false, because, `${remaining} ${when}`)];
  }
  if (limit !== null) return [explain(`${limit} requests are allowed ${when}`, false, 'by its name')];
  if (resetAt === null) return [];
  const seconds = Math.round((resetAt - at) / 1000);
  const meaning = `the limit of the ${window} resets in ${seconds} s, at ${formatUtc(resetAt)}`;
  const reason = sure ? 'the value can mean nothing else' : 'the specification shows no unit';
  return [explain(meaning, sure, `${unit === null ? '' : `read as ${unitTexts[unit]}`}; ${reason}`)];
}

function explainHeader(
  headers: HeaderRecord,
  name: string,
  at: number,
  window: 'minute' | 'day',
): FigureExplanation {
  if (waitHeader.test(name)) {
    const ms = readHeaderLimits({ [name]: headers[name] ?? '' }, at).retryAfterMs;
    const meaning = ms === null ? 'cannot be read' : `ask again in ${Math.ceil(ms / 1000)} s`;
    const isSpecified = name === 'retry-after';
    return explain(
      meaning,
      ms !== null && isSpecified,
      isSpecified ? 'specification §7: seconds' : 'by its name',
    );
  }
  const { minute, day, unread } = readHeaderLimits(selectHeader(headers, name), at, window);
  const found = [...explainWindow(minute, 'minute', name, at), ...explainWindow(day, 'day', name, at)];
  const [first, second] = found;
  if (first !== undefined) {
    const left = second?.left ? `${first.left}, ${second.left}` : first.left;
    return { ...first, meaning: found.map((one) => one.meaning).join('; '), left };
  }
  return unread.length === 0
    ? explain('counts what was used', false, 'by its name')
    : explain('cannot be read', false, 'an unknown name or value');
}

type Answer = Extract<HttpOutcome, { ok: true }>;

export function explainLimitHeaders(answer: Answer, at: number): readonly ExplainedHeader[] {
  const { headers } = answer;
  const limits = recogniseLimits([{ headers, at }]);
  const isOfDay =
    isStatedLimit(readLimits(limits, headers, at).minute) &&
    !isStatedLimit(readOutcomeLimits(limits, answer, at).minute);
  return Object.entries(headers)
    .filter(([name]) => limitHeader.test(name))
    .map(([name, value]) => ({
      name,
      value,
      ...explainHeader(headers, name, at, isOfDay ? 'day' : 'minute'),
    }));
}

/** One request and its answer, as `call --json` prints it and `doctor --offline` reads it. */
export interface CallRecord {
  readonly endpoint: Endpoint;
  readonly method: 'GET';
  /** Without the key, which is in a header. */
  readonly url: string;
  /** `--window` and the parameters that it became; null without `--window`. */
  readonly window: { readonly asked: string; readonly sent: string } | null;
  readonly status: number;
  readonly ms: number;
  /** When the answer came, milliseconds since the epoch. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True if `body` is only the beginning of a longer body. */
  readonly truncated: boolean;
  /** Number of requests. */
  readonly spent: 1;
  readonly limits: readonly ExplainedHeader[];
  /** The classified fault; null for a 2xx with JSON. */
  readonly fault: { readonly kind: FaultKind; readonly code: string | null; readonly words: string } | null;
}

function formatCost({ spent, limits }: CallRecord): string {
  const left = limits.filter(({ left: one }) => one !== null).map(({ left: one }) => one);
  const remaining =
    left.length > 0 ? `; left ${left.join(', ')}` : '; the service does not state the remainder';
  return `Cost: ${pluralize(spent, 'request')}${remaining}`;
}

/** Formats an answer: status, time, headers with explained limits, body. */
export function formatCall(called: CallRecord): string[] {
  const { method, url, window, status, ms, headers, body, truncated, limits, fault } = called;
  const explained = new Map(limits.map((limit) => [limit.name, limit]));
  const lines = [`${method} ${url}`];
  if (window !== null && window.sent !== `period=${window.asked}`)
    lines.push(
      `Window: ${window.asked}, sent as ${window.sent}${window.sent.startsWith('period=') ? '; the answer may contain other days too' : ''}`,
    );
  lines.push(`${status} in ${ms} ms`);
  if (fault !== null)
    lines.push(`Fault: ${fault.kind}${fault.code === null ? '' : ` (${fault.code})`}: ${fault.words}`);
  lines.push('Headers:');
  for (const [name, value] of Object.entries(headers)) {
    lines.push(`  ${name}: ${value}`);
    const limit = explained.get(name);
    if (limit !== undefined)
      lines.push(`      ${limit.meaning} (${limit.sure ? 'sure' : 'assumed'}: ${limit.because})`);
  }
  if (limits.length === 0) lines.push('  no rate-limit header');
  lines.push(
    formatCost(called),
    `Body: ${truncated ? 'the first ' : ''}${pluralize(Buffer.byteLength(body), 'byte')}`,
    parseBody(body).ok ? formatJson(body) : body,
  );
  return lines;
}
