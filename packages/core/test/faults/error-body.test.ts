import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readErrorBody } from '../../src/faults/error-body.ts';

interface Sample {
  readonly body: unknown;
  readonly expect: {
    readonly code?: string | number | null;
    readonly message?: string;
    readonly messages?: Readonly<Record<string, string>>;
    readonly requestId?: string;
  };
}

const { errors }: { readonly errors: readonly Sample[] } = JSON.parse(
  readFileSync(new URL('./errors.json', import.meta.url), 'utf8'),
);

/** One result of many inside a 200: no error answer of its own, and never read as one. */
const isPartOfAnswer = ({ body }: Sample): boolean => JSON.stringify(body).includes('status_code');

describe('an error body of another service', () => {
  it.each(
    errors.filter((one) => !isPartOfAnswer(one)).map((one) => [JSON.stringify(one.body), one] as const),
  )('gives code and message: %s', (_, { body, expect: wanted }) => {
    expect(readErrorBody(body)).toEqual({
      code: wanted.code ?? null,
      message: wanted.message ?? Object.values(wanted.messages ?? {}).join('; '),
      requestId: wanted.requestId ?? null,
    });
  });

  it.each(errors.filter(isPartOfAnswer).map((one) => [JSON.stringify(one.body), one] as const))(
    '%s is no error answer',
    (_, { body }) => expect(readErrorBody(body)).toBeNull(),
  );
});

describe('an error body', () => {
  it.each<[string, unknown, code: string | null, message: string | null]>([
    ['as specified (§2)', { error: { code: 'not_found', message: 'No.' } }, 'not_found', 'No.'],
    ['without a message', { error: { code: 'not_found' } }, 'not_found', null],
    ['without a code', { error: { message: 'No.' } }, null, 'No.'],
    ['with a code of digits', { error: { code: 1004, message: 'No.' } }, '1004', 'No.'],
    ['with spaces around', { error: { code: ' not_found ', message: '\nNo. ' } }, 'not_found', 'No.'],
    ['with blanks for texts', { code: ' ', message: 'No.', title: 'Yes' }, null, 'No.'],
    ['with a blank message and a detail', { message: ' ', detail: 'No.' }, null, 'No.'],
    ['at the root', { code: 'not_found', message: 'No.' }, 'not_found', 'No.'],
    ['with the error as a text', { error: 'No such site.' }, null, 'No such site.'],
    ['with the error as a code', { error: 'not_found' }, 'not_found', null],
    [
      'with the error as a code and a text (RFC 6749)',
      { error: 'unauthorized', error_description: 'No key.' },
      'unauthorized',
      'No key.',
    ],
    ['with a code next to the error text', { error: 'No.', code: 'E1' }, 'E1', 'No.'],
    ['with a code next to the error code', { error: 'not_found', code: 'E1' }, 'E1', null],
    [
      'of problem details (RFC 9457)',
      { type: 'about:blank', title: 'Not Found', detail: 'No site.', status: 404 },
      null,
      'No site.',
    ],
    ['with a title alone', { title: 'Not Found' }, null, 'Not Found'],
    ['with a description', { description: 'No.' }, null, 'No.'],
    ['with a reason', { error: { reason: 'No.' } }, null, 'No.'],
    ['with one listed error', { errors: [{ code: 'E1', detail: 'No.' }] }, 'E1', 'No.'],
    [
      'with two listed errors',
      {
        errors: [
          { code: 'E1', detail: 'No.' },
          { code: 'E2', title: 'Nor.' },
        ],
      },
      null,
      'No.; Nor.',
    ],
    ['with listed texts', { errors: ['No.', 'Nor.', 'No.'] }, null, 'No.; Nor.'],
    [
      'with a map of errors',
      { errors: { site: 'Missing.', key: { message: 'Wrong.' } } },
      null,
      'site: Missing.; key: Wrong.',
    ],
    ['with things of no text in the list', { errors: [null, 'No.', {}, true] }, null, 'No.'],
    ['with one listed text', { errors: ['No.'] }, null, 'No.'],
    ['with the texts of each field', { errors: { id: ['No.', 'Nor.'] } }, null, 'id: No.; Nor.'],
    [
      'with a field that its text names',
      { errors: { website_id: ['The website id is missing.'] } },
      null,
      'The website id is missing.',
    ],
    ['with the texts of each field inside the error', { error: { id: ['No.'] } }, null, 'id: No.'],
    ['with a list as the error', { error: ['No.', 'Nor.'] }, null, 'No.; Nor.'],
    ['with a reason phrase as the error', { success: false, error: 'Unauthorized' }, null, 'Unauthorized'],
    ['with a reason phrase before the message', { error: 'Not Found', message: 'No.' }, null, 'No.'],
    ['with the code before the message', { error: 'NO_SITE', message: 'No.' }, 'NO_SITE', 'No.'],
    ['with the code after the message', { error: 'No site.', message: 'NO_SITE' }, 'NO_SITE', 'No site.'],
    ['with the errors as a text', { errors: 'No.' }, null, 'No.'],
    ['with a list of messages', { message: ['No.', 'Nor.'] }, null, 'No.; Nor.'],
    ['with a list of details', { detail: [{ loc: ['query'], msg: 'No.' }] }, null, 'No.'],
    ['with the error as a word that no Form has', { error: 'ratelimited' }, 'ratelimited', null],
    ['with the error as one word for people', { error: 'Conflict' }, null, 'Conflict'],
    ['with a code that repeats the status', { error: { code: 403, message: 'No.' } }, '403', 'No.'],
    ['with a type and no code', { error: { type: 'no_key', message: 'No.' } }, 'no_key', 'No.'],
    ['with a type at the root', { type: 'website', message: 'No.' }, null, 'No.'],
    ['with a status of five digits', { status_code: 40100, status_message: 'No.' }, null, 'No.'],
    ['with the message before the list', { message: 'No.', errors: ['Nor.'] }, null, 'No.'],
  ])('gives code and message %s', (_, body, code, message) => {
    expect(readErrorBody(body)).toEqual({ code, message, requestId: null });
  });

  it.each([
    { error: { code: 'E', request_id: 'r1' } },
    { error: { code: 'E', requestId: 'r1' } },
    { error: { code: 'E', trace_id: 'r1' } },
    { error: { code: 'E' }, traceId: 'r1' },
    { error: { code: 'E', request_id: 'r1' }, request_id: 'r2' },
    { error: 'No.', requestId: 'r1' },
  ])('%j gives its request id', (body) => expect(readErrorBody(body)?.requestId).toBe('r1'));

  it.each([
    null,
    'not_found',
    7,
    [],
    [{ error: { code: 'not_found' } }],
    {},
    { data: [] },
    { error: {} },
    { error: true },
    { error: { code: null, message: '' } },
    { errors: [] },
    { errors: {} },
    { errors: [{}, null] },
    { request_id: 'r1' },
  ])('is not %j', (body) => expect(readErrorBody(body)).toBeNull());
});
