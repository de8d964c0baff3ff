import { expect, it } from 'vitest';
import {
  type ClientEvent,
  type HeaderSample,
  type LimitsRecipe,
  specifiedLimits,
  syncClient,
} from '../../src/index.ts';
import { learnFew } from '../support/sandbox-recipes.ts';

const start = Date.parse('2026-11-21T05:00:00Z');

/** A client whose answers have these headers, a second apart, and a host that infers `learn` from them. */
function client(
  answers: readonly Record<string, string>[],
  learn: (samples: readonly HeaderSample[]) => LimitsRecipe,
) {
  const inspected: number[] = [];
  const events: ClientEvent[] = [];
  let sent = 0;
  const opened = syncClient(
    { baseUrl: 'https://api.example.com', key: 'rs_live_abcdefgh', form: 1 },
    {
      send: () => {
        const headers = answers[sent++] ?? {};
        return [{ ok: true, status: 200, headers, text: '{"websiteId":"ws_1","score":7}' }];
      },
      wait: () => undefined,
      now: () => start + sent * 1_000,
      random: () => 0,
      emit: (event) => events.push(event),
      learn: learnFew,
      learnLimits: (samples) => {
        inspected.push(samples.length);
        return learn(samples);
      },
    },
  );
  const rates = answers.map(() => opened.authority('ws_1').meta.rate);
  return { rates, inspected, events, profile: opened.profile() };
}

const left: LimitsRecipe = { ...specifiedLimits, minute: [{ remaining: ['left', 'count'] }] };

it('limit headers are inspected once for each new name, and read by the learnt recipe', () => {
  const { rates, inspected, profile } = client(
    [{ left: '9' }, { left: '8' }, { left: '7', 'retry-after': '2' }, { left: '6' }],
    () => left,
  );
  expect(rates.map(({ minute }) => minute.remaining)).toEqual([9, 8, 7, 6]);
  expect(inspected).toEqual([1, 2]);
  expect(profile.limits).toEqual(left);
});

it('a limit header of a new format is inspected again, and reported once', () => {
  const { rates, inspected, events } = client([{ left: '9' }, { left: 'few' }, { left: 'few' }], () => left);
  expect(rates.map(({ unread }) => unread)).toEqual([[], ['left: few'], ['left: few']]);
  expect(inspected).toEqual([1, 2]);
  expect(events.filter(({ type }) => type === 'drift')).toHaveLength(1);
});

it('a reset of unknown unit is inspected every three seconds until its unit is learnt', () => {
  const seconds: LimitsRecipe = {
    ...specifiedLimits,
    minute: [{ reset: ['x-ratelimit-reset', 'seconds'] }],
  };
  const resets = [99, 98, 97, 96, 95, 94, 93, 92].map((n) => ({ 'x-ratelimit-reset': String(n) }));
  const { rates, inspected, events } = client(resets, (samples) =>
    samples.length < 2 ? specifiedLimits : seconds,
  );
  expect(inspected).toEqual([1, 2]);
  expect(rates.map(({ minute }) => minute.sure)).toEqual([false, false, false, true, true, true, true, true]);
  expect(events.filter(({ type }) => type === 'dialect')).toEqual([
    { type: 'dialect', axis: 'resetUnit', value: 'seconds', because: 'x-ratelimit-reset: 96' },
  ]);
});

it('a header that echoes the key is not passed to the host', () => {
  const samples: HeaderSample[] = [];
  client([{ echo: 'rs_live_abcdefgh' }], (given) => {
    samples.push(...given);
    return specifiedLimits;
  });
  expect(samples).toHaveLength(1);
  expect(JSON.stringify(samples)).not.toContain('rs_live_abcdefgh');
});
