import { describe, expect, it } from 'vitest';
import {
  ApiError,
  type ApiErrorFields,
  isApiError,
  toErrorFields,
  withSpent,
} from '../../src/errors/api-error.ts';

const key = 'rs_live_abcdefghijklmnop';

const least: ApiErrorFields = {
  kind: 'server',
  owner: 'service',
  message: 'It failed. Wait.',
  hint: 'Wait.',
};

const full: ApiErrorFields = {
  kind: 'burst',
  owner: 'caller',
  message: 'Too many. Wait.',
  hint: 'Wait.',
  status: 429,
  code: 'rate_limited',
  retryAt: 5_000,
  retryable: true,
  spent: 3,
  raw: '{"error":{}}',
  serviceMessage: 'Slower.',
  requestId: 'req-1',
};

describe('a fault', () => {
  it('is an error with a name, whose message is the sentence', () => {
    const error = new ApiError(full);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe('ApiError: Too many. Wait.');
    expect(toErrorFields(error)).toEqual(full);
  });

  it('with few known details has a general sentence', () => {
    expect(toErrorFields(new ApiError(least))).toEqual({
      ...least,
      status: null,
      code: null,
      retryAt: null,
      retryable: false,
      spent: 0,
      raw: '',
      serviceMessage: null,
      requestId: null,
    });
  });

  it.each<[Partial<ApiErrorFields>, boolean]>([
    [{ retryAt: 5_000 }, true],
    [{ retryAt: 0 }, true],
    [{ retryAt: null }, false],
    [{ retryAt: 5_000, retryable: false }, false],
    [{ retryable: true }, true],
  ])('with %j has the retryable flag %j', (fields, retryable) => {
    expect(new ApiError({ ...least, ...fields }).retryable).toBe(retryable);
  });

  it('survives toJSON and fromJSON', () => {
    const again = new ApiError(
      JSON.parse(JSON.stringify(toErrorFields(new ApiError(full)))) as ApiErrorFields,
    );
    expect(toErrorFields(again)).toEqual(full);
  });

  it('can be copied with another number of requests', () => {
    const error = withSpent(new ApiError(full), 7);
    expect(isApiError(error)).toBe(true);
    expect(toErrorFields(error)).toEqual({ ...full, spent: 7 });
  });
});

describe('a fault contains no key', () => {
  it('in its sentence, its hint and its body', () => {
    const { message, hint, raw, stack } = new ApiError({
      ...least,
      message: `The key ${key} fails.`,
      hint: `Replace ${key} .`,
      raw: `<p>${key}</p>`,
    });
    expect([message, hint, raw]).toEqual([
      'The key rs_live_[redacted] fails.',
      'Replace rs_live_[redacted] .',
      '<p>rs_live_[redacted]</p>',
    ]);
    expect(stack).not.toContain(key);
  });

  it('in part, if the body is cut at 2,000 characters', () => {
    const { raw } = new ApiError({ ...least, raw: `${'a'.repeat(1_990)} ${key} ${'b'.repeat(1_000)}` });
    expect(raw).toHaveLength(2_000);
    expect(raw.slice(1_990)).toBe(' rs_live_[');
  });
});

describe('isApiError', () => {
  it('accepts an error of another bundle or realm by its brand', () => {
    const { brand } = new ApiError(least);
    expect(brand).toBe('answershare.ApiError');
    expect(isApiError({ brand: 'answershare.ApiError' })).toBe(true);
  });

  it.each([new Error('a'), { brand: 'other' }, {}, null, undefined, 'answershare.ApiError', 7])(
    'refuses %j',
    (thrown) => expect(isApiError(thrown)).toBe(false),
  );

  it('refuses a function with the brand', () => {
    expect(isApiError(Object.assign(() => 0, { brand: 'answershare.ApiError' }))).toBe(false);
  });
});
