import { describe, expect, it } from 'vitest';
import { failureIn } from '../../src/reading/failures.ts';
import { parseBody } from '../../src/reading/json.ts';
import { statedMagnitude } from '../../src/reading/magnitude.ts';
import { echoedWebsite } from '../../src/reading/site.ts';
import { unsettled } from '../../src/reading/unsettled.ts';

describe('a text that is a body', () => {
  it.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    ['\uFEFF[]', []],
    ['null', null],
  ])('%j is parsed', (text, body) => {
    expect(parseBody(text)).toEqual({ ok: true, body });
  });

  it.each<[string, string]>([
    ['', 'an empty body'],
    [' \n', 'an empty body'],
    ['\uFEFF', 'an empty body'],
    ['<!doctype html>', 'an HTML page'],
    [' <html>', 'an HTML page'],
    ['\uFEFF<p>', 'an HTML page'],
    ['{"a":', 'a JSON body that breaks off'],
    [' [1, ', 'a JSON body that breaks off'],
    ['a < b', 'a body that is not JSON'],
    ['see {a}', 'a body that is not JSON'],
    ['Bad gateway', 'a body that is not JSON'],
  ])('%j is %s', (text, what) => {
    expect(parseBody(text)).toEqual({ ok: false, what });
  });
});

describe('a failure inside a successful answer', () => {
  it.each<[string, unknown, string | null]>([
    ['a text', { error: 'no data' }, 'no data'],
    ['an object', { error: { code: 'E1', message: 'no data' } }, 'no data'],
    ['a detail before a title', { error: { title: 'Bad', detail: 'no data' } }, 'no data'],
    ['a description before a code', { error: { code: 'E1', description: 'no data' } }, 'no data'],
    ['a code alone', { error: { code: 'E1' } }, 'E1'],
    ['a field of another name', { error: { why: 'no data' } }, 'no data'],
    ['a flag with a message', { error: true, message: 'no data' }, 'no data'],
    ['a flag alone', { error: true }, 'it has no message'],
    ['a number', { error: 7 }, '7'],
    ['a list', { errors: [{ message: 'no data' }, { message: 'later' }] }, 'no data'],
    ['a list of texts', { errors: ['no data'] }, 'no data'],
    ['success', { success: false, message: 'no data' }, 'no data'],
    ['success with a detail', { success: false, detail: 'no data' }, 'no data'],
    ['ok', { ok: false, status_message: 'no data' }, 'no data'],
    ['a status word', { status: 'ERROR', message: 'no data' }, 'no data'],
    ['a status word alone', { status: 'failed' }, 'status failed'],
    ['a status of JSend', { status: 'fail', data: null }, 'status fail'],
    ['a status of HTTP', { status: 404, message: 'no data' }, 'no data'],
    ['a status in a text', { code: '500' }, 'status 500'],
    ['the first status', { statusCode: 400 }, 'status 400'],
    ['the last status', { status_code: 599 }, 'status 599'],
    ['a status of DataForSEO', { status_code: 40501, status_message: 'no data' }, 'no data'],
    ['a task of DataForSEO', { tasks: [{ status_code: 20000 }, { status_code: 50000 }] }, 'status 50000'],
    ['in data', { data: { error: 'no data' } }, 'no data'],
    ['in result', { result: { success: false } }, 'it has no message'],
    ['in response', { response: { ok: false } }, 'it has no message'],
    ['long', { error: 'x'.repeat(300) }, 'x'.repeat(200)],
    ['a null', { error: null }, null],
    ['no flag', { error: false, errors: [], success: true, ok: true }, null],
    ['an empty object', { error: {}, errors: null }, null],
    ['an empty text and a zero', { error: '', errors: 0 }, null],
    ['a good status', { status: 200, status_code: 20000, code: 399 }, null],
    ['a number beyond', { status: 600, code: 60000 }, null],
    ['a number with another length', { status: 4000 }, null],
    ['a good word', { status: 'ok', message: 'hello' }, null],
    ['a word that has one of failure in it', { status: 'no error' }, null],
    ['a word that begins as one', { status: 'failover' }, null],
    ['in a row', { items: [{ error: 'no data' }] }, null],
    ['in another object', { sync: { error: 'no data' } }, null],
    ['a list', [{ error: 'no data' }], null],
  ])('%s', (_, body, failure) => {
    expect(failureIn(body)).toBe(failure);
  });
});

describe('figures that a body states in thousands or more', () => {
  it.each<[string, unknown, string | null]>([
    ['a unit', { unit: 'thousands' }, '/unit'],
    ['a unit of millions', { meta: { units: 'in millions' } }, '/meta/units'],
    ['a short one', { scale: 'K' }, '/scale'],
    ['noughts', { figures_in: '000s' }, '/figures_in'],
    ['a format', { numberFormat: 'bn' }, '/numberFormat'],
    ['a flag', { in_thousands: true }, '/in_thousands'],
    ['a flag with a word', { valuesInMillions: true }, '/valuesInMillions'],
    ['in a row', { rows: [{ a: 1 }, { unit: 'mio' }] }, '/rows/*/unit'],
    ['after an object without', { a: { b: 1 }, c: { unit: 'k' } }, '/c/unit'],
    ['a slash in a name', { 'a/unit': 'k' }, '/a~1unit'],
    ['a flag that says no', { in_thousands: false }, null],
    ['a flag of text', { in_thousands: 'true' }, null],
    ['another unit', { unit: 'percent' }, null],
    ['another field', { name: 'thousands' }, null],
    ['a number', { unit: 1000 }, null],
    ['a text in a list', ['thousands'], null],
    ['null', null, null],
    ['deep', { a: { a: { a: { a: { a: { a: { unit: 'k' } } } } } } }, '/a/a/a/a/a/a/unit'],
    ['too deep', { a: { a: { a: { a: { a: { a: { a: { unit: 'k' } } } } } } } }, null],
    ['deep in lists', [[[[[[{ unit: 'k' }]]]]]], '/*/*/*/*/*/*/unit'],
    ['too deep in lists', [[[[[[[{ unit: 'k' }]]]]]]], null],
  ])('%s', (_, body, pointer) => {
    expect(statedMagnitude(body)).toBe(pointer);
  });
});

describe('the website that an answer says it is about', () => {
  it.each<[string, unknown, string | null]>([
    ['at the top', { website_id: 'ws_1' }, 'ws_1'],
    ['in other words', { siteId: 7 }, '7'],
    ['in data', { data: { websiteId: 'ws_1' } }, 'ws_1'],
    ['in meta', { meta: { website_id: 'ws_1' } }, 'ws_1'],
    ['in the echoed query', { query: { site_id: 'ws_1' } }, 'ws_1'],
    ['as an object', { website: { id: 'ws_1' } }, 'ws_1'],
    ['the outer one first', { website_id: 'ws_1', data: { website_id: 'ws_2' } }, 'ws_1'],
    ['a website of text', { website: 'acme.example', meta: { site_id: 'ws_1' } }, 'ws_1'],
    ['nowhere', { id: 'ws_1' }, null],
    ['in a row', { rows: [{ website_id: 'ws_1' }] }, null],
    ['no object', 'ws_1', null],
    ['an empty body', null, null],
  ])('%s', (_, body, id) => {
    expect(echoedWebsite(body)).toBe(id);
  });
});

describe('a row that says it is not measured or not whole', () => {
  const cell = (name: string, value: unknown) => ({ name, value, pointer: '', depth: 0 });
  it.each<[string, unknown, string | null]>([
    ['estimated', true, 'estimated'],
    ['isForecast', true, 'isForecast'],
    ['is_partial', true, 'is_partial'],
    ['status', 'Provisional', 'Provisional'],
    ['kind', ' projection', 'projection'],
    ['quality', 'complete', null],
    ['estimated', false, null],
    ['estimated', 'yes', null],
    ['note', 'estimated', null],
    ['impartial', true, null],
    ['type', 'non-partial', null],
  ])('%s: %s', (name, value, says) => {
    expect(unsettled([cell('visitors', 5), cell(name, value)])).toBe(says);
  });
});
