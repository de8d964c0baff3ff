import { describe, expect, it } from 'vitest';
import {
  hasDailyHeaders,
  isMisunderstood,
  recogniseCode,
  recogniseHeaders,
  recogniseParameter,
} from '../../src/dialects/recognise-form.ts';

describe('an error code as evidence (specification §7)', () => {
  it.each([
    ['forbidden', 1],
    ['insufficient_scope', 2],
    ['daily_quota_exceeded', 2],
    ['bad_request', 2],
  ] as const)('%s supports Form %i', (code, form) => {
    expect(recogniseCode(code, 5)).toEqual([
      'errorCodes',
      { form, seen: `error code ${code} exists in Form ${form} only`, at: 5 },
    ]);
  });

  it.each(['unauthorized', 'invalid_key', 'not_found', 'rate_limited', 'server_error', 'teapot', ''])(
    '%j supports neither Form',
    (code) => expect(recogniseCode(code, 5)).toBeNull(),
  );
});

describe('daily headers as evidence (specification §8)', () => {
  it.each(['x-dailyquota-reset', 'x-daily-quota-remaining', 'xdailyquota', 'x-dailyquotalimit'])(
    'supports Form 2 by %s',
    (name) => {
      expect(recogniseHeaders({ 'content-type': 'a', [name]: '1' }, 7)).toEqual([
        'errorCodes',
        { form: 2, seen: 'X-DailyQuota headers', at: 7 },
      ]);
      expect(hasDailyHeaders({ [name]: '' })).toBe(true);
    },
  );

  it.each(['x-ratelimit-reset', 'daily', 'my-x-dailyquota-reset'])('proves nothing by %s', (name) => {
    expect(recogniseHeaders({ [name]: '1' }, 7)).toBeNull();
    expect(hasDailyHeaders({ [name]: '1' })).toBe(false);
  });

  it('proves nothing if the headers are absent', () => expect(recogniseHeaders({}, 7)).toBeNull());
});

describe('the answer to a website parameter as evidence (specification §4)', () => {
  it.each<[1 | 2, number, string | null, 1 | 2, string]>([
    [1, 200, null, 1, 'websiteId answered 200'],
    [2, 200, null, 2, 'website_id answered 200'],
    [2, 299, null, 2, 'website_id answered 299'],
    [1, 400, 'bad_request', 2, 'websiteId answered 400 bad_request'],
    [2, 400, 'bad_request', 1, 'website_id answered 400 bad_request'],
    [1, 400, null, 2, 'websiteId answered 400'],
    [1, 200, 'bad_request', 2, 'websiteId answered 200 bad_request'],
    [2, 299, 'bad_request', 1, 'website_id answered 299 bad_request'],
  ])('supports, for a query of Form %i and the answer %i %j, Form %i', (asked, status, code, form, seen) => {
    expect(recogniseParameter(asked, status, code, 3)).toEqual(['websiteParameter', { form, seen, at: 3 }]);
  });

  it.each<[number, string | null]>([
    [199, null],
    [300, null],
    [404, 'not_found'],
    [404, null],
    [422, 'bad_request'],
    [199, 'bad_request'],
    [300, 'bad_request'],
    [200, 'not_found'],
    [400, 'validation_error'],
    [500, 'server_error'],
    [429, 'rate_limited'],
  ])('proves nothing if it is %i %j', (status, code) => {
    expect(recogniseParameter(1, status, code, 3)).toBeNull();
  });
});

describe('a request that was not understood', () => {
  it.each([
    [400, null],
    [400, 'bad_request'],
    [200, 'bad_request'],
    [299, 'bad_request'],
  ] as const)('is recognised by %i and %j', (status, kind) => {
    expect(isMisunderstood(status, kind)).toBe(true);
  });

  it.each([
    [200, null],
    [200, 'daily'],
    [300, 'bad_request'],
    [422, 'bad_request'],
    [429, 'burst'],
    [null, 'bad_request'],
    [null, 'transport'],
  ] as const)('is not recognised by %j and %j', (status, kind) => {
    expect(isMisunderstood(status, kind)).toBe(false);
  });
});
