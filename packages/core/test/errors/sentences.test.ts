import { describe, expect, it } from 'vitest';
import type { FaultKind, Subject } from '../../src/errors/api-error.ts';
import { formatSentence, toHost } from '../../src/errors/sentences.ts';

const site: Subject = { endpoint: 'authority', website: 'ws_1', baseUrl: 'https://api.example.com/x' };
const list: Subject = { endpoint: 'websites', website: null, baseUrl: 'https://api.example.com' };
const noWebsite: Subject = { ...site, website: null };
const retryAt = Date.UTC(2026, 10, 21, 5, 1, 2, 345);
const until = 'until 2026-11-21 05:01:02 UTC';

type Details = Parameters<typeof formatSentence>[2];

const kinds =
  'auth.missing auth.invalid forbidden bad_request not_found burst daily server transport timeout ' +
  'bad_body shape window pending paused budget unexpected';

describe('the sentence of a fault', () => {
  it.each(kinds.split(' ') as FaultKind[])(
    'of kind %s is complete with any known facts, and ends in a next step',
    (kind) => {
      for (const subject of [site, list, noWebsite])
        for (const details of [
          {},
          { status: 200 },
          { status: 404, code: null },
          { retryAt: null },
          { retryAt },
        ]) {
          const { message, hint } = formatSentence(kind, subject, details);
          expect(message).toMatch(/^\S.*\. [A-Z].*\.$/);
          expect(message.endsWith(` ${hint}`)).toBe(true);
          expect(message).not.toMatch(/undefined|null|NaN|\(\)| {2}/);
        }
    },
  );

  it.each<[FaultKind, Subject, Details, text: string]>([
    [
      'bad_request',
      site,
      { code: 'bad_request' },
      'did not understand the request for authority (bad_request).',
    ],
    [
      'bad_request',
      site,
      { status: 422, code: 'invalid' },
      'did not understand the request for authority (invalid).',
    ],
    ['bad_request', site, { status: 200, code: 'bad_request' }, 'did not understand the request'],
    ['bad_request', site, { status: 410, code: 'gone' }, 'refused the request for authority (410 gone).'],
    ['bad_request', site, { status: 300, code: null }, 'refused the request for authority (300).'],
    ['not_found', list, {}, 'api.example.com has no list of websites at this address (404).'],
    ['not_found', site, {}, 'No website "ws_1" for this key.'],
    ['not_found', noWebsite, {}, 'No website for this key.'],
    ['burst', site, { retryAt }, `the service wants none ${until}.`],
    ['daily', site, { retryAt }, `are used up ${until}.`],
    ['server', site, { status: 503 }, 'failed (503) while reading authority.'],
    ['transport', site, { detail: 'ECONNREFUSED' }, 'api.example.com could not be reached (ECONNREFUSED).'],
    ['bad_body', site, { status: 200, detail: 'an HTML page' }, 'with an HTML page instead of JSON.'],
    [
      'bad_body',
      site,
      { status: 300, detail: 'a redirect' },
      '300 with a redirect instead of an error of this API.',
    ],
    ['shape', site, { detail: 'no rows' }, 'for authority could not be read: no rows.'],
    ['budget', site, { retryAt }, `used up ${until}; nothing was sent for authority.`],
    [
      'budget',
      site,
      { retryAt, detail: 'It wants no requests' },
      `It wants no requests ${until}; nothing was sent`,
    ],
    ['unexpected', site, { status: 302 }, 'answered 302 for authority.'],
  ])('of kind %s for %j with %j names them', (kind, subject, details, text) => {
    expect(formatSentence(kind, subject, details).message).toContain(text);
  });
});

describe('the host of an address', () => {
  it.each([
    ['https://api.example.com', 'api.example.com'],
    ['HTTP://api.example.com:8080/path', 'api.example.com:8080'],
    ['https://user:password@api.example.com/path', 'api.example.com'],
    ['https://api.example.com?key=a', 'api.example.com'],
    ['https://api.example.com#a', 'api.example.com'],
    ['https://api.example.com/a@b', 'api.example.com'],
    ['api.example.com', 'api.example.com'],
    ['see https://api.example.com', 'see https://api.example.com'],
  ])('in %s is %s', (address, host) => expect(toHost(address)).toBe(host));
});
