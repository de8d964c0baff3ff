import { describe, expect, it } from 'vitest';
import { parseBody } from '../../src/bodies/parse-body.ts';
import { readCitations, readWebsites } from '../../src/index.ts';
import { failureIn, isFailing, unfinishedIn } from '../../src/reading/failures.ts';

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
    ['in capitals', { Success: false, Message: 'no data', Data: [] }, 'no data'],
    ['success as a number', { success: 0, msg: 'no data' }, 'no data'],
    ['success as a text', { isSuccess: 'False', msg: 'no data' }, 'no data'],
    ['a flag of an error', { has_error: true, detail: 'no data' }, 'no data'],
    ['a message of an error', { error_message: 'no data', data: [] }, 'no data'],
    ['a code of an error', { errcode: 1001, errmsg: 'no data' }, 'no data'],
    ['in what the answer says of itself', { meta: { code: 400, errorMsg: 'no data' }, data: [] }, 'no data'],
    ['in a status', { status: { errorCode: 1001, error_message: 'no data' }, data: [] }, 'no data'],
    ['in a status alone', { status: { error_code: '1001' } }, 'it has no message'],
    ['a result', { result: 'error', message: 'no data' }, 'no data'],
    ['a key that is refused', { status: 'REQUEST_DENIED', results: [] }, 'status REQUEST_DENIED'],
    ['no rights', { status: 'unauthorized' }, 'status unauthorized'],
    ['a parameter that is refused', { Status: 'invalid_request' }, 'status invalid_request'],
    ['a website that is not there', { code: 'not_found', data: null }, 'status not_found'],
    ['a round code of an error', { errcode: 1000 }, 'it has no message'],
    ['codes of none', { error_code: '0', errcode: 0, errorMsg: null, errmsg: 'ok', success: 'true' }, null],
    ['codes of noughts', { errorCode: '0000', hasError: 'no', error: 'none' }, null],
    ['a good status of its own', { status: { code: 200, error_message: null }, meta: { code: 20000 } }, null],
    ['in a row of an envelope', { data: [{ id: 'ws_1', status: 'error' }] }, null],
    ['in another list', { result: [{ success: false }], meta: [{ error: 'no data' }] }, null],
    ['long', { error: 'x'.repeat(300) }, 'x'.repeat(200)],
    ['a null', { error: null }, null],
    ['no flag', { error: false, errors: [], success: true, ok: true }, null],
    ['an empty object', { error: {}, errors: null }, null],
    ['an empty text and a zero', { error: '', errors: 0 }, null],
    ['a good status', { status: 200, status_code: 20000, code: 399 }, null],
    ['a number beyond', { status: 600, code: 60000 }, null],
    ['a number with another length', { status: 4000 }, null],
    ['a number of success that ends as one', { status_code: 20400 }, null],
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

describe('an answer whose figures are still being made', () => {
  it.each<[unknown, string | null]>([
    [{ status: 'pending', total: 0 }, 'pending'],
    [{ Status: 'IN_PROGRESS' }, 'IN_PROGRESS'],
    [{ data: { status: 'queued' } }, 'queued'],
    [{ meta: { status: 'not ready' } }, 'not ready'],
    [{ tasks: [{ status: 'in progress' }] }, 'in progress'],
    [{ status: { code: 'calculating' } }, 'calculating'],
    [{ status: 'completed' }, null],
    [{ status: 'pending review' }, null],
    [{ phase: 'pending' }, null],
    [{ data: [{ status: 'pending' }] }, null],
    [[{ status: 'pending' }], null],
    [null, null],
  ])('%j: %s', (body, word) => {
    expect(unfinishedIn(body)).toBe(word);
  });

  it('is refused, and a website may wait', () => {
    const reading = readCitations({ status: 'processing', total: 0, citations: [] });
    expect(reading.ok ? '' : reading.reason).toBe(
      'it says "processing": its figures are not made yet, ask again later',
    );
    const site = readWebsites({ id: 'ws_1', domain: 'acme.example', status: 'pending' });
    expect(site.ok && site.value).toEqual([{ id: 'ws_1', name: null, domain: 'acme.example' }]);
  });
});

it('fields of success or failure are none that was left unread', () => {
  const names = ['error', 'errors', 'success', 'ok', 'status', 'status_code', 'code', 'message', 'errorCode'];
  expect(names.filter((name) => !isFailing(name))).toEqual([]);
  expect(['result', 'detail', 'total'].filter(isFailing)).toEqual([]);
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
