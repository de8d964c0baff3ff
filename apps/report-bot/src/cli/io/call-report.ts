import {
  type Endpoint,
  type FaultKind,
  type LimitState,
  parseBody,
  type RateState,
  readLimits,
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

/** Reads the limits from the headers of one answer alone. */
export function readHeaderLimits(headers: HeaderRecord, at: number): RateState {
  return readLimits(recogniseLimits([{ headers, at }]), headers, at);
}

/** Selects one header and those that show its unit: Date and Retry-After. */
function selectHeader(headers: HeaderRecord, name: string): HeaderRecord {
  const witnesses = ['date', 'retry-after'].filter((one) => headers[one] !== undefined);
  return Object.fromEntries([...witnesses, name].map((one) => [one, headers[one] ?? '']));
}

function explainWindow(
  state: LimitState,
  window: 'minute' | 'day',
  name: string,
  at: number,
): Omit<ExplainedHeader, 'name' | 'value'> | null {
  const because =
    name === 'x-ratelimit-remaining' ? 'specification §8 names it, but not its window' : 'by its name';
  if (state.remaining !== null)
    return {
      meaning: `${state.remaining} requests are left ${windowTexts[window]}`,
      sure: false,
      because,
      left: `${state.remaining} ${windowTexts[window]}`,
    };
  if (state.limit !== null)
    return {
      meaning: `${state.limit} requests are allowed ${windowTexts[window]}`,
      sure: false,
      because: 'by its name',
      left: null,
    };
  if (state.resetAt === null) return null;
  const seconds = Math.round((state.resetAt - at) / 1000);
  const unit = state.unit === null ? '' : `read as ${unitTexts[state.unit]}`;
  return {
    meaning: `the limit ${window === 'day' ? 'of the day' : 'of the minute'} starts anew in ${seconds} s, at ${formatUtc(state.resetAt)}`,
    sure: state.sure,
    because: `${unit}; ${state.sure ? 'the value can mean nothing else' : 'the specification shows no unit'}`,
    left: null,
  };
}

/** Explains each rate-limit header. */
export function explainLimitHeaders(headers: HeaderRecord, at: number): readonly ExplainedHeader[] {
  return Object.entries(headers)
    .filter(([name]) => limitHeader.test(name))
    .map(([name, value]) => {
      if (waitHeader.test(name)) {
        const ms = readHeaderLimits({ [name]: value }, at).retryAfterMs;
        return {
          name,
          value,
          meaning: ms === null ? 'cannot be read' : `ask again in ${Math.ceil(ms / 1000)} s`,
          sure: ms !== null && name === 'retry-after',
          because: name === 'retry-after' ? 'specification §7: seconds' : 'by its name',
          left: null,
        };
      }
      const { minute, day, unread } = readHeaderLimits(selectHeader(headers, name), at);
      const explained = [
        explainWindow(minute, 'minute', name, at),
        explainWindow(day, 'day', name, at),
      ].filter((one) => one !== null);
      const [first, second] = explained;
      if (first !== undefined)
        return {
          name,
          value,
          ...first,
          meaning: explained.map((one) => one.meaning).join('; '),
          left: second?.left ? `${first.left}, ${second.left}` : first.left,
        };
      const understood = unread.length === 0;
      return {
        name,
        value,
        meaning: understood ? 'counts what was used' : 'cannot be read',
        sure: false,
        because: understood ? 'by its name' : 'an unknown name or value',
        left: null,
      };
    });
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
