import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { checkLaws } from './check-laws.ts';
import { formatCall, type Law } from './law.ts';
import { options, scripts } from './play.ts';

const isTwice = (urls: readonly string[]): boolean => urls.some((one, at) => urls.indexOf(one) !== at);

/** Requests of one call after another: those that left while the call was under way. */
const eachCall =
  (complain: (urls: readonly string[]) => boolean): Law =>
  ({ calls, sent }) => {
    let from = 0;
    return calls.flatMap((call) => {
      const count = sent.slice(from).findIndex(({ at }) => at > call.endedAt);
      const own = count < 0 ? sent.slice(from) : sent.slice(from, from + count);
      from += own.length;
      const urls = own.map(({ url }) => url.href);
      return complain(urls) ? [`${formatCall(call)} asked ${urls.join(', ')}`] : [];
    });
  };

const sequence = { concurrent: fc.constant(false), shares: fc.constant(false) };
const apart = scripts(sequence).map((script) => ({
  ...script,
  asked: script.asked.map((one) => ({ ...one, gapMs: one.gapMs + 1 })),
}));
const without = (form: fc.Arbitrary<'auto' | 1 | 2>) =>
  fc.tuple(apart, options, form).map(([script, some, one]) => ({
    ...script,
    options: { ...some, retries: 0, form: one },
  }));

describe('a client without retries', () => {
  it('sends one request in a configured Form, one for an unknown website, and one more for a window outside 90 days', () =>
    checkLaws(
      eachCall((urls) => isTwice(urls) || urls.length > 3),
      without(fc.constantFrom(1 as const, 2 as const)),
    ));

  it('also sends the requests that learn the Form: the other name, the other window, an unknown website', () =>
    checkLaws(
      eachCall((urls) => isTwice(urls) || urls.length > 5),
      without(fc.constant('auto' as const)),
    ));
});
