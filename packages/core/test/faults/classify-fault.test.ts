import { describe, expect, it } from 'vitest';
import type { FaultKind, Subject } from '../../src/errors/api-error.ts';
import { classifyFault } from '../../src/faults/classify-fault.ts';

const now = Date.UTC(2026, 10, 21, 5);
const subject: Subject = { endpoint: 'authority', website: 'ws_1', baseUrl: 'https://api.example.com' };

type Headers = Readonly<Record<string, string>>;

const answer = (status: number, body: unknown, headers: Headers = {}) =>
  classifyFault(
    { ok: true, status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) },
    subject,
    now,
  );

const refusal = (status: number, code: string | null, message = '', headers: Headers = {}) =>
  answer(status, { error: { ...(code === null ? {} : { code }), message } }, headers);

describe('an answer without a fault', () => {
  it.each([
    [200, '{}'],
    [200, '[]'],
    [200, 'null'],
    [204, '{"error":{"code":"teapot"}}'],
    [200, '{"error":{"message":"rate limit"}}'],
    [200, '{"error":{"code":"not_found"},"score":7}'],
    [200, '{"error":{"code":"not_found"},"data":[{}]}'],
    [200, '{"error":{"code":"not_found"},"total":0}'],
    [200, '{"error":null,"code":"ok"}'],
    [200, '[{"error":{"code":"not_found"}}]'],
    [200, '{"errors":[{"code":"not_found"},{"code":"forbidden"}]}'],
    [200, '{"code":"constructor"}'],
    [299, ' {"data":[]} '],
  ])('has no kind: %i %j', (status, text) => expect(answer(status, text)).toBeNull());
});

describe('an error answer of the specification (§7)', () => {
  it.each<[status: number, code: string, FaultKind, retryable: boolean, owner: string]>([
    [401, 'unauthorized', 'auth.missing', false, 'caller'],
    [401, 'invalid_key', 'auth.invalid', false, 'caller'],
    [400, 'bad_request', 'bad_request', false, 'caller'],
    [403, 'forbidden', 'forbidden', false, 'caller'],
    [403, 'insufficient_scope', 'forbidden', false, 'caller'],
    [404, 'not_found', 'not_found', false, 'caller'],
    [429, 'rate_limited', 'burst', true, 'caller'],
    [429, 'daily_quota_exceeded', 'daily', true, 'caller'],
    [500, 'server_error', 'server', true, 'service'],
  ])(
    'of status %i and code %s is of kind %s, retryable: %j, owner: %s',
    (status, code, kind, retryable, owner) => {
      expect(refusal(status, code, 'No.')).toMatchObject({ kind, status, code, retryable, owner });
    },
  );
});

describe('an error object of the specification with status 200', () => {
  it.each<[body: unknown, FaultKind]>([
    [{ error: { code: 'invalid_key' } }, 'auth.invalid'],
    [{ error: { code: 'unauthorized', message: 'No.' } }, 'auth.missing'],
    [{ error: { code: 'insufficient_scope' } }, 'forbidden'],
    [{ error: { code: 'bad_request' } }, 'bad_request'],
    [{ error: { code: 'not_found' } }, 'not_found'],
    [{ error: { code: 'rate_limited' } }, 'burst'],
    [{ error: { code: 'daily_quota_exceeded' } }, 'daily'],
    [{ error: { code: 'server_error' } }, 'server'],
    [{ error: 'Not-Found' }, 'not_found'],
    [{ code: 'forbidden', message: 'No.' }, 'forbidden'],
    [{ success: false, data: null, error: { code: 'not_found' }, request_id: 'r' }, 'not_found'],
    [{ ok: false, statusCode: 404, timestamp: 't', path: '/x', error: { code: 'not_found' } }, 'not_found'],
    [{ data: [], meta: {}, text: '', error: { code: 'not_found' } }, 'not_found'],
    [{ errors: [{ code: 'forbidden' }], error: 'forbidden' }, 'forbidden'],
  ])('%j is of kind %s', (body, kind) => {
    for (const status of [200, 202])
      expect(answer(status, body, { 'retry-after': '7' })).toMatchObject({ kind, status });
  });

  it('carries its wait and its request id', () => {
    const body = { error: { code: 'rate_limited', message: 'Retry in 9 seconds.', request_id: 'r1' } };
    expect(answer(200, body)).toMatchObject({
      retryAt: now + 9_000,
      requestId: 'r1',
      raw: JSON.stringify(body),
    });
  });

  it('names the code if the status is 200', () => {
    expect(answer(200, { error: { code: 'server_error' } })?.message).toContain(
      'The service failed (server_error)',
    );
  });

  it('names the status if the list of websites is missing', () => {
    const list: Subject = { ...subject, endpoint: 'websites', website: null };
    const text = '{"error":{"code":"not_found"}}';
    expect(classifyFault({ ok: true, status: 200, headers: {}, text }, list, now)?.message).toContain(
      '(200)',
    );
  });
});

describe('an error answer with an unknown code', () => {
  it.each<[status: number, FaultKind, owner: string]>([
    [400, 'bad_request', 'caller'],
    [401, 'auth.invalid', 'caller'],
    [402, 'forbidden', 'caller'],
    [403, 'forbidden', 'caller'],
    [404, 'not_found', 'caller'],
    [422, 'bad_request', 'caller'],
    [429, 'burst', 'caller'],
    [499, 'bad_request', 'caller'],
    [500, 'server', 'service'],
    [503, 'server', 'service'],
    [302, 'unexpected', 'service'],
    [399, 'unexpected', 'service'],
    [100, 'unexpected', 'service'],
  ])('takes its kind from its status: %i is %s', (status, kind, owner) => {
    expect(refusal(status, 'teapot', 'No.')).toMatchObject({ kind, owner, status, code: 'teapot' });
    expect(refusal(status, null, 'No.')).toMatchObject({ kind, owner, status, code: null });
  });
});

describe('a code that contradicts the status', () => {
  it.each<[number, string, FaultKind]>([
    [403, 'rate_limited', 'burst'],
    [503, 'daily_quota_exceeded', 'daily'],
    [400, 'not_found', 'not_found'],
    [429, 'server_error', 'burst'],
    [500, 'invalid_key', 'auth.invalid'],
  ])('has with %i %s the kind %s', (status, code, kind) => expect(refusal(status, code)?.kind).toBe(kind));
});

describe('an answer that is no error of this API', () => {
  it.each<[number, string, description: string]>([
    [200, '', 'with an empty body'],
    [200, '<html>', 'with an HTML page'],
    [299, '{"data":[', 'with a JSON body that breaks off'],
    [302, '<a>', '302 with a redirect'],
    [304, '', '304 with "not modified", which was not asked for,'],
    [300, '{}', '300 with a redirect'],
    [399, '{}', '399 with a redirect'],
    [199, '{}', 'with no error object'],
    [400, '{}', '400 with no error object'],
    [404, '{"data":[]}', '404 with no error object'],
    [404, '<html>', '404 with an HTML page'],
    [499, 'no', '499 with a body that is not JSON'],
  ])('is described: %i %j', (status, text, description) => {
    expect(answer(status, text)).toMatchObject({
      kind: 'bad_body',
      owner: 'service',
      retryable: true,
      retryAt: null,
      status,
      code: null,
      raw: text,
      message: expect.stringContaining(`api.example.com answered ${description} instead of`),
    });
  });

  it.each([500, 502, 503])('with %i and an HTML page is a server failure', (status) => {
    expect(answer(status, '<html>')).toMatchObject({ kind: 'server', status, code: null, raw: '<html>' });
  });

  it('with 429 and an HTML page is a limit', () => {
    expect(answer(429, '<html>', { 'retry-after': '7' })).toMatchObject({
      kind: 'burst',
      code: null,
      retryAt: now + 7_000,
    });
  });
});

describe('a missing answer', () => {
  it.each([
    ['transport', 'The service at api.example.com could not be reached (ECONNRESET).'],
    ['timeout', 'The service at api.example.com did not answer in time.'],
  ] as const)('with the outcome %s is a network fault and retryable', (kind, sentence) => {
    expect(classifyFault({ ok: false, kind, message: 'ECONNRESET' }, subject, now)).toMatchObject({
      kind,
      owner: 'network',
      status: null,
      code: null,
      retryable: true,
      retryAt: null,
      raw: '',
      message: expect.stringContaining(sentence),
    });
  });
});

describe('a limit with another status or another wait', () => {
  it.each<[status: number, code: string | null, message: string, Headers, FaultKind]>([
    [403, 'ratelimited', '', {}, 'burst'],
    [403, 'x', 'The rate limit is reached.', {}, 'burst'],
    [403, 'forbidden', 'Your plan has no rate limit for this.', {}, 'forbidden'],
    [400, 'x', 'The rate limit header is missing.', {}, 'bad_request'],
    [429, 'daily_quota_exceeded', '', { 'retry-after': '30' }, 'daily'],
  ])('takes its kind from status and text: %i %s %j', (status, code, message, headers, kind) => {
    expect(refusal(status, code, message, headers)?.kind).toBe(kind);
  });
});

describe('the end of a limit (specification §7, §8)', () => {
  const midnight = '2026-11-22T00:00:00Z';
  const both = { 'x-dailyquota-remaining': '7', 'x-ratelimit-remaining': '0' };
  const reset = (at: number): Headers => ({ 'x-ratelimit-reset': new Date(now + at).toISOString() });
  it.each<[why: string, message: string, Headers, FaultKind, waitMs: number]>([
    ['Retry-After', '', { 'retry-after': '42' }, 'burst', 42_000],
    ['Retry-After before the message', 'in 9 s', { 'retry-after': '42' }, 'burst', 42_000],
    ['Retry-After before a reset', '', { 'retry-after': '42', ...reset(9_000) }, 'burst', 42_000],
    ['the message, without a header', 'Try again in 9 seconds.', {}, 'burst', 9_000],
    ['the message before a reset', 'Try again in 9 seconds.', reset(42_000), 'burst', 9_000],
    ['the message, if the header is 0', 'in 9 seconds', { 'retry-after': '0' }, 'burst', 9_000],
    ['the message, if the header is half a second', 'in 9 s', { 'retry-after': '0.5' }, 'burst', 9_000],
    ['a second of the header', 'in 9 seconds', { 'retry-after': '1' }, 'burst', 1_000],
    ['seconds of the message before a day', 'in 30 seconds', { 'retry-after': '86400' }, 'burst', 30_000],
    ['two minutes of the message before a day', 'in 120 s', { 'retry-after': '86400' }, 'burst', 120_000],
    ['a day before more than two minutes', 'in 200 s', { 'retry-after': '86400' }, 'daily', 86_400_000],
    ['the message before 121 seconds', 'in 30 seconds', { 'retry-after': '121' }, 'burst', 30_000],
    ['120 seconds before the message', 'in 30 seconds', { 'retry-after': '120' }, 'burst', 120_000],
    ['a sure reset, without anything else', '', reset(42_000), 'burst', 42_000],
    ['a sure reset, if the header is 0', '', { 'retry-after': '0', ...reset(42_000) }, 'burst', 42_000],
    ['half a second before an earlier reset', '', { 'retry-after': '0.5', ...reset(0) }, 'burst', 500],
    ['a second of the header before a reset', '', { 'retry-after': '1', ...reset(42_000) }, 'burst', 1_000],
    ['the header 0, without anything else', '', { 'retry-after': '0' }, 'burst', 0],
    ['a minute, if the reset is ambiguous', '', { 'x-ratelimit-reset': '70' }, 'burst', 60_000],
    ['a minute, without any statement', 'Slow down.', {}, 'burst', 60_000],
    ['a minute, if the header is unreadable', '', { 'retry-after': 'soon' }, 'burst', 60_000],
    ['two minutes, the longest that are no daily cap', '', { 'retry-after': '120' }, 'burst', 120_000],
    ['the daily cap by a wait of more', '', { 'retry-after': '121' }, 'daily', 121_000],
    ['the daily cap by the words', 'Try again in 3600 seconds.', {}, 'daily', 3_600_000],
    ['the daily cap by its reset', '', { 'x-dailyquota-reset': midnight }, 'daily', 19 * 3_600_000],
    ['the minute, if both kinds of headers are present', '', { ...both, ...reset(5_000) }, 'burst', 5_000],
  ])('follows %s', (_, message, headers, kind, waitMs) => {
    expect(refusal(429, 'rate_limited', message, headers)).toMatchObject({ kind, retryAt: now + waitMs });
  });

  const past = { 'x-dailyquota-reset': '2026-11-21T05:00:00Z' };
  it.each<[string, Headers, waitMs: number | null]>([
    ['states 0', { 'retry-after': '0' }, null],
    ['states less than a second', { 'retry-after': '0.9' }, null],
    ['states a second', { 'retry-after': '1' }, 1_000],
    ['states a past instant', { 'retry-after': 'Sat, 21 Nov 2026 04:00:00 GMT' }, null],
    ['states 0 and has a reset that is now', { 'retry-after': '0', ...past }, null],
    ['has a reset that is now', past, null],
    ['has a reset in a second', { 'x-dailyquota-reset': '2026-11-21T05:00:01Z' }, 1_000],
    ["has the minute's reset", reset(9_000), null],
  ])('is known for a daily cap from one second on: the answer %s', (_, headers, waitMs) => {
    const retryAt = waitMs === null ? null : now + waitMs;
    const found = refusal(429, 'daily_quota_exceeded', 'No more.', headers);
    expect(found).toMatchObject({ kind: 'daily', retryAt });
  });

  it('is unknown for a daily cap without a wait', () => {
    const error = refusal(429, 'daily_quota_exceeded', 'No more.');
    expect(error).toMatchObject({ kind: 'daily', retryAt: null, retryable: true });
    expect(error?.message).toBe(
      `The day's requests for this key are used up. Wait, or use a larger plan. The service's message: "No more."`,
    );
  });

  it('is named in the sentence', () => {
    expect(refusal(429, 'rate_limited', '', { 'retry-after': '42' })?.message).toContain(
      'until 2026-11-21 05:00:42 UTC',
    );
  });
});

describe('a wait that another fault states', () => {
  it('is kept for a server failure', () => {
    expect(refusal(503, null, '', { 'retry-after': '7' })?.retryAt).toBe(now + 7_000);
    expect(refusal(500, 'server_error', 'Try again in 9 seconds.')?.retryAt).toBe(now + 9_000);
  });

  it('is not inferred from a reset for a server failure', () => {
    const headers = { 'x-ratelimit-reset': new Date(now + 9_000).toISOString() };
    expect(refusal(500, 'server_error', '', headers)?.retryAt).toBeNull();
  });

  it.each([400, 401, 403, 404])('is ignored for %i', (status) => {
    expect(refusal(status, null, 'in 9 seconds', { 'retry-after': '7' })).toMatchObject({
      retryAt: null,
      retryable: false,
    });
  });
});

describe('a fault of an error answer', () => {
  it('keeps the body without keys', () => {
    const text = '{"error":{"code":"invalid_key","message":"rs_live_abcdefgh is revoked"}}';
    expect(answer(401, text)?.raw).toBe(text.replace('rs_live_abcdefgh', 'rs_live_[redacted]'));
  });

  it('keeps the request id, from a header before the body', () => {
    const body = { error: { code: 'server_error', message: 'No.', request_id: 'from-body' } };
    expect(answer(500, body)?.requestId).toBe('from-body');
    expect(answer(500, body, { 'x-request-id': 'from-header' })?.requestId).toBe('from-header');
    expect(answer(500, '<html>')?.requestId).toBeNull();
  });
});

describe('a daily cap', () => {
  it('is recognised by its headers without a body', () => {
    expect(answer(429, '', { 'x-dailyquota-remaining': '0' })).toMatchObject({ kind: 'daily', code: null });
  });

  it('is recognised by a long wait under any status', () => {
    expect(refusal(403, 'rate_limited', '', { 'retry-after': '3600' })).toMatchObject({
      kind: 'daily',
      retryAt: now + 3_600_000,
    });
  });

  it('is not recognised by headers of another answer', () => {
    expect(answer(500, '', { 'x-dailyquota-remaining': '0' })?.kind).toBe('server');
  });
});

describe("the service's own message", () => {
  const notFound = (message: string) => refusal(404, 'not_found', message);

  it('follows the sentence and its next step', () => {
    expect(notFound('No such site')).toMatchObject({
      serviceMessage: 'No such site',
      message: `No website "ws_1" for this key. Check the id against the list of websites. The service's message: "No such site."`,
    });
    expect(refusal(404, 'not_found')?.serviceMessage).toBeNull();
  });

  it('is one line of 200 characters without a key', () => {
    const key = 'rs_live_abcdefghijklmnop';
    expect(notFound(`a\n\u202e b\u0000 ${key}`)?.serviceMessage).toBe('a b rs_live_[redacted]');
    expect(notFound('x'.repeat(5_000))?.serviceMessage).toBe(`${'x'.repeat(199)}…`);
  });
});
