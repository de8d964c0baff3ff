import { describe, expect, it } from 'vitest';
import type { FaultKind } from '../../src/errors/api-error.ts';
import { hostOf, sentenceFor } from '../../src/errors/sentences.ts';
import type { Subject } from '../../src/errors/subject.ts';

const site: Subject = { endpoint: 'authority', website: 'ws_1', baseUrl: 'https://api.example.com/x' };
const list: Subject = { endpoint: 'websites', website: null, baseUrl: 'https://api.example.com' };
const retryAt = Date.UTC(2026, 10, 21, 5, 1, 2, 345);

type Details = Parameters<typeof sentenceFor>[2];
type Row = readonly [FaultKind, Subject, Details, said: string, hint: string];

const doctor = 'Run doctor and report its output.';

const rows: readonly Row[] = [
  ['auth.missing', site, {}, 'The service got no API key.', 'Set the key.'],
  [
    'auth.invalid',
    site,
    {},
    'The service refuses this API key: it is revoked, mistyped or of another service.',
    'Create a new key under Settings > API Keys.',
  ],
  [
    'forbidden',
    site,
    {},
    'This key may not read authority: its scope or plan lacks it.',
    "Ask the workspace owner to check the key's scopes and the plan.",
  ],
  [
    'bad_request',
    site,
    { code: 'bad_request' },
    'The service did not understand the request for authority (bad_request).',
    'Run doctor to see which Form the service speaks.',
  ],
  [
    'bad_request',
    site,
    { code: null },
    'The service did not understand the request for authority.',
    'Run doctor to see which Form the service speaks.',
  ],
  [
    'bad_request',
    site,
    { status: 400, code: null },
    'The service did not understand the request for authority.',
    'Run doctor to see which Form the service speaks.',
  ],
  [
    'bad_request',
    site,
    { status: 300, code: null },
    'The service refused the request for authority (300).',
    'Check the service address, then run doctor and report its output.',
  ],
  [
    'bad_request',
    site,
    { status: 422, code: 'invalid' },
    'The service did not understand the request for authority (invalid).',
    'Run doctor to see which Form the service speaks.',
  ],
  [
    'bad_request',
    site,
    { status: 200, code: 'bad_request' },
    'The service did not understand the request for authority (bad_request).',
    'Run doctor to see which Form the service speaks.',
  ],
  [
    'bad_request',
    site,
    { status: 410, code: 'gone' },
    'The service refused the request for authority (410 gone).',
    'Check the service address, then run doctor and report its output.',
  ],
  [
    'bad_request',
    site,
    { status: 418 },
    'The service refused the request for authority (418).',
    'Check the service address, then run doctor and report its output.',
  ],
  [
    'not_found',
    list,
    {},
    'api.example.com has no list of websites at this address (404).',
    'Check the service address; it ends before /api/v1.',
  ],
  ['not_found', site, {}, 'No website "ws_1" for this key.', 'Check the id against the list of websites.'],
  [
    'not_found',
    { ...site, website: null },
    {},
    'No website for this key.',
    'Check the id against the list of websites.',
  ],
  [
    'burst',
    site,
    { retryAt },
    'Too many requests in this minute; the service wants none until 2026-11-21 05:01:02 UTC.',
    'Try again then.',
  ],
  [
    'burst',
    site,
    {},
    'Too many requests in this minute; the service wants none for a while.',
    'Try again then.',
  ],
  [
    'daily',
    site,
    { retryAt },
    "The day's requests for this key are used up until 2026-11-21 05:01:02 UTC.",
    'Wait, or use a larger plan.',
  ],
  ['daily', site, {}, "The day's requests for this key are used up.", 'Wait, or use a larger plan.'],
  ['server', site, { status: 503 }, 'The service failed (503) while reading authority.', 'Try again later.'],
  ['server', site, {}, 'The service failed (500) while reading authority.', 'Try again later.'],
  [
    'transport',
    site,
    { said: 'ECONNREFUSED' },
    'The service at api.example.com could not be reached (ECONNREFUSED).',
    'Check the address and that it is running.',
  ],
  [
    'transport',
    site,
    {},
    'The service at api.example.com could not be reached (no answer).',
    'Check the address and that it is running.',
  ],
  ['timeout', site, {}, 'The service at api.example.com did not answer in time.', 'Try again later.'],
  [
    'bad_body',
    site,
    { status: 200, said: 'an HTML page' },
    'api.example.com answered with an HTML page instead of JSON.',
    'Check the service address, or try again if a proxy stands between.',
  ],
  [
    'bad_body',
    site,
    {},
    'api.example.com answered with no JSON instead of JSON.',
    'Check the service address, or try again if a proxy stands between.',
  ],
  [
    'bad_body',
    site,
    { status: 300, said: 'a redirect' },
    'api.example.com answered 300 with a redirect instead of an error of this API.',
    'Check the service address.',
  ],
  [
    'bad_body',
    site,
    { status: 404 },
    'api.example.com answered 404 with no JSON instead of an error of this API.',
    'Check the service address.',
  ],
  ['shape', site, { said: 'no rows' }, 'The answer for authority could not be read: no rows.', doctor],
  ['shape', site, {}, 'The answer for authority could not be read: unknown shape.', doctor],
  ['paused', site, {}, 'Requests are paused, and no answer to this is kept.', 'Continue requests.'],
  ['pending', site, {}, 'Another request for authority is still under way.', 'Recalculate in a minute.'],
  [
    'budget',
    site,
    { retryAt },
    'The requests of this minute are used up until 2026-11-21 05:01:02 UTC; nothing was sent for authority.',
    'Try again then.',
  ],
  [
    'budget',
    site,
    { retryAt, said: 'The service wants no requests' },
    'The service wants no requests until 2026-11-21 05:01:02 UTC; nothing was sent for authority.',
    'Try again then.',
  ],
  [
    'budget',
    site,
    { retryAt: null },
    'The requests of this minute are used up; nothing was sent for authority.',
    'Try again then.',
  ],
  ['window', site, { status: 200 }, 'The service answered 200 for authority.', doctor],
  ['unexpected', site, { status: 302 }, 'The service answered 302 for authority.', doctor],
  ['unexpected', site, {}, 'The service answered strangely for authority.', doctor],
];

describe('the sentence of a fault', () => {
  it.each(rows)('%s of %j with %j', (kind, subject, details, said, hint) => {
    expect(sentenceFor(kind, subject, details)).toEqual({ message: `${said} ${hint}`, hint });
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
  ])('%s is %s', (address, host) => expect(hostOf(address)).toBe(host));
});
