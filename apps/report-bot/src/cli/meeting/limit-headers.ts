import { type LimitState, type RateState, readLimits } from '@answershare/core';
import { recogniseLimits } from '@answershare/recogniser';
import { utc } from '../time.ts';

/** What one header says about the limits. */
export interface LimitHeader {
  readonly name: string;
  readonly value: string;
  /** In words, with units. */
  readonly meaning: string;
  /** True where the specification states it or the value can mean nothing else. */
  readonly sure: boolean;
  readonly because: string;
  /** `42 this minute` where the header tells what is left. */
  readonly left: string | null;
}

type Headers = Readonly<Record<string, string>>;

const isWait = /^(x-)?retry-after(-ms)?$/;
const isLimitHeader = new RegExp(`rate-?limit|daily-?quota|${isWait.source}`);
const units: Readonly<Record<NonNullable<LimitState['unit']>, string>> = {
  seconds: 'seconds to go',
  milliseconds: 'milliseconds to go',
  epoch: 'an instant since 1970',
  date: 'a date',
  duration: 'a duration',
};

const windows = { minute: 'this minute', day: 'today' } as const;

/** The limits that the headers of one answer state, by these alone. */
export function limitsIn(headers: Headers, at: number): RateState {
  return readLimits(recogniseLimits([{ headers, at }]), headers, at);
}

/** Reads one header beside those that witness its unit: Date and Retry-After. */
function alone(headers: Headers, name: string): Headers {
  const witnesses = ['date', 'retry-after'].filter((one) => headers[one] !== undefined);
  return Object.fromEntries([...witnesses, name].map((one) => [one, headers[one] ?? '']));
}

function ofWindow(
  state: LimitState,
  window: 'minute' | 'day',
  name: string,
  at: number,
): Omit<LimitHeader, 'name' | 'value'> | null {
  const because =
    name === 'x-ratelimit-remaining' ? 'specification §8 names it, but not its window' : 'by its name';
  if (state.remaining !== null)
    return {
      meaning: `${state.remaining} requests are left ${windows[window]}`,
      sure: false,
      because,
      left: `${state.remaining} ${windows[window]}`,
    };
  if (state.limit !== null)
    return {
      meaning: `${state.limit} requests are allowed ${windows[window]}`,
      sure: false,
      because: 'by its name',
      left: null,
    };
  if (state.resetAt === null) return null;
  const seconds = Math.round((state.resetAt - at) / 1000);
  const unit = state.unit === null ? '' : `read as ${units[state.unit]}`;
  return {
    meaning: `the limit ${window === 'day' ? 'of the day' : 'of the minute'} starts anew in ${seconds} s, at ${utc(state.resetAt)}`,
    sure: state.sure,
    because: `${unit}; ${state.sure ? 'the value can mean nothing else' : 'the specification shows no unit'}`,
    left: null,
  };
}

/** The headers that tell of limits, each with what it means and whether that is sure. */
export function limitHeaders(headers: Headers, at: number): readonly LimitHeader[] {
  return Object.entries(headers)
    .filter(([name]) => isLimitHeader.test(name))
    .map(([name, value]) => {
      if (isWait.test(name)) {
        const ms = limitsIn({ [name]: value }, at).retryAfterMs;
        const told = ms === null ? 'cannot be read' : `ask again in ${Math.ceil(ms / 1000)} s`;
        return {
          name,
          value,
          meaning: told,
          sure: ms !== null && name === 'retry-after',
          because: name === 'retry-after' ? 'specification §7: seconds' : 'by its name',
          left: null,
        };
      }
      const { minute, day, unread } = limitsIn(alone(headers, name), at);
      const said = [ofWindow(minute, 'minute', name, at), ofWindow(day, 'day', name, at)].filter(
        (one) => one !== null,
      );
      const [first, second] = said;
      if (first !== undefined)
        return {
          name,
          value,
          ...first,
          meaning: said.map((one) => one.meaning).join('; '),
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
