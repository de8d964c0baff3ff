import { describe, expect, it } from 'vitest';
import { readWebsites } from '../../src/index.ts';
import { none, read } from './listed-websites.ts';

const pair = (own: object, rival: object) => ({
  websites: [
    { id: '1', domain: 'acme.example', ...own },
    { id: '2', domain: 'rival.example', ...rival },
  ],
});
const both = ['1  acme.example', '2  rival.example'];

describe('the website of a competitor', () => {
  it.each<[string, object, object]>([
    ['is_own', { is_own: true }, { is_own: false }],
    ['isOwnBrand', { isOwnBrand: true }, { isOwnBrand: false }],
    ['is_own_website', { is_own_website: true }, { is_own_website: false }],
    ['isOwnSite', { isOwnSite: true }, { isOwnSite: false }],
    ['is_own_domain', { is_own_domain: true }, { is_own_domain: false }],
    ['is_yours', { is_yours: true }, { is_yours: false }],
    ['is_your_brand', { is_your_brand: true }, { is_your_brand: false }],
    ['isMine', { isMine: true }, { isMine: false }],
    ['is_ours', { is_ours: true }, { is_ours: false }],
    ['is_self', { is_self: true }, { is_self: false }],
    ['a relationship', { relationship: 'SELF' }, { relationship: 'DIRECT' }],
    ['a relation', { relation: 'own' }, { relation: 'indirect' }],
    ['whose it is', { competitor_of: null }, { competitor_of: '1' }],
    ['whose it is, by a number', {}, { rivalOf: 1 }],
    ['a type', { type: 'own' }, { type: 'competitor' }],
    ['a flag', {}, { is_rival: true }],
  ])('is left out and told: %s', (_, own, rival) => {
    expect(read(pair(own, rival))).toEqual(['1  acme.example']);
    expect(readWebsites(pair(own, rival)).trace.notes).toEqual([
      '1 of the websites are those of competitors and were left out',
    ]);
  });

  it.each<[string, object, object]>([
    ['none is the own one', { is_own: false }, { is_own: false }],
    ['all are the own ones', { is_own: true }, { is_own: true }],
    ['they are of one kind', { type: 'direct' }, { type: 'indirect' }],
    ['the caller owns one', { is_owner: true }, { is_owner: false }],
    ['one says what it is of none', { competitor_of: '' }, { competitor_of: null }],
    ['one says so of what is no kind', { plan: 'self' }, { plan: 'direct' }],
    ['a flag is a text', { is_own: 'true' }, { is_own: false }],
  ])('is none where %s', (_, own, rival) => {
    expect(read(pair(own, rival))).toEqual(both);
  });
});

describe('a list of any name', () => {
  it.each<[string, object]>([
    ['the part of the caller', { domain: 'acme.example', role: 'owner' }],
    ['the part of the caller, and an address', { url: 'https://acme.example', role: 'member' }],
    ['whom to write to', { domain: 'acme.example', email: 'bob@acme.example' }],
    ['whom to write to, in words of it', { hostname: 'acme.example', emails: 'bob@acme.example' }],
    ['how many competitors it has', { domain: 'acme.example', competitors_count: 3 }],
    ['the total of its competitors', { domain: 'acme.example', competitor_total: 3 }],
  ])('is one of websites that say %s', (_, row) => {
    expect(read({ data: [{ id: '1', name: 'Acme', ...row }] })).toEqual(['1 Acme acme.example']);
    expect(read([{ id: '1', name: 'Acme', ...row }])).toEqual(['1 Acme acme.example']);
  });

  it.each<[string, object]>([
    ['people', { role: 'owner' }],
    ['people with a page', { role: 'owner', email: 'anna@acme.example', website: 'https://anna.example' }],
    ['people to write to', { email: 'anna@acme.example', url: 'https://anna.example' }],
    ['competitors', { domain: 'acme.example', competitor_id: 3 }],
  ])('is not one of %s', (_, row) => {
    expect(read({ data: [{ id: '1', name: 'Anna', ...row }] })).toBe(none);
  });
});

describe('the name of a website', () => {
  it.each(['nickname', 'custom_name', 'friendlyName', 'company', 'company_name'])(
    'may be its %s',
    (field) => {
      expect(read({ websites: [{ id: '1', domain: 'acme.example', [field]: 'Acme' }] })).toEqual([
        '1 Acme acme.example',
      ]);
    },
  );

  it.each<[string, object, string]>([
    ['that of its brand', { brand: { id: 'b1', name: 'Acme' } }, 'Acme'],
    ['its own before that of its brand', { name: 'Site', brand: { name: 'Acme' } }, 'Site'],
    ['none of a brand without one', { brand: { id: 'b1' } }, ''],
    ['the one for people before a path', { name: 'websites/1', displayName: 'Acme' }, 'Acme'],
    ['that of its brand before a path', { name: 'projects/a-b', brand: { name: 'Acme' } }, 'Acme'],
    ['a path where there is no other', { name: 'properties/1' }, 'properties/1'],
    ['a name with a slash in it', { name: 'Acme/sites/1', label: 'B' }, 'Acme/sites/1'],
    ['a name of two slashes', { name: 'sites/1/x', label: 'B' }, 'sites/1/x'],
  ])('is %s', (_, row, name) => {
    expect(read({ websites: [{ id: '1', domain: 'acme.example', ...row }] })).toEqual([
      `1 ${name} acme.example`,
    ]);
  });

  it('is placed by the trace where it stands in its brand', () => {
    const body = { websites: [{ id: '1', domain: 'acme.example', brand: { name: 'Acme' } }] };
    expect(readWebsites(body).trace.fields.name?.pointer).toBe('/websites/*/brand/name');
  });
});

describe('the domain of a website', () => {
  const domain = (row: object): unknown => {
    const reading = readWebsites({ websites: [{ id: 'w1', name: 'Acme', ...row }] });
    return reading.ok && reading.value[0]?.domain;
  };

  it.each<[string, object]>([
    ['custom_domain beside a subdomain', { subdomain: 'acme.hoster.example', custom_domain: 'acme.example' }],
    ['canonicalDomain', { canonicalDomain: 'acme.example' }],
    ['root_domain', { root_domain: 'acme.example' }],
    ['fqdn', { fqdn: 'acme.example' }],
    ['base_url', { base_url: 'https://acme.example' }],
    ['link_domain', { link_domain: 'acme.example' }],
    ['app_urls', { app_urls: ['https://acme.example'] }],
    ['customDomains', { customDomains: [{ id: 'd1', url: 'acme.example' }] }],
    ['an object with a name', { domain: { id: 'd1', name: 'acme.example', verified: true } }],
    ['an object with a host', { domain: { host: 'acme.example' } }],
    ['an object with a hostname', { domain: { name: 'Acme', hostname: 'acme.example' } }],
    ['an object with a domain', { domain: { domain: 'acme.example', name: 'other.example' } }],
    ['a text before an object', { domain: { name: 'b.example' }, url: 'acme.example' }],
    ['a list that begins with none', { domains: [null, 'acme.example'] }],
  ])('is read from %s', (_, row) => {
    expect(domain(row)).toBe('acme.example');
  });

  it.each(['primary', 'isPrimary', 'main', 'is_main', 'default', 'is_default', 'canonical'])(
    'is the one that is called %s, and the others are told',
    (flag) => {
      const domains = [
        { domain: 'acme.test', [flag]: false },
        { domain: 'acme.example', [flag]: true },
      ];
      expect(domain({ domains })).toBe('acme.example');
      expect(readWebsites([{ id: 'w1', domains }]).trace.notes).toEqual([
        'the website "w1" has further domains: acme.test',
      ]);
    },
  );

  it.each<[string, object]>([
    ['of websites', { url: 'https://app.example/websites/9' }],
    ['of sites', { url: 'https://app.example/en/sites/9/settings' }],
    ['of projects', { url: 'https://app.example/projects/acme' }],
    ['of properties', { url: 'https://app.example/properties/9' }],
    ['of domains', { url: 'https://app.example/domains/9' }],
    ['of a dashboard', { url: 'https://app.example/dashboard/9' }],
    ['of dashboards', { url: 'https://app.example/dashboards/9' }],
    ['with its identifier', { url: 'https://app.example/w1' }],
    ['with its identifier before a question', { url: 'https://app.example/x/w1?tab=2' }],
    ['of a version of an api', { url: 'https://app.example/v12/w/9' }],
    ['of an api', { url: 'https://app.example/api/w' }],
    ['in a list', { urls: ['https://app.example/w1'] }],
  ])('is not that of a page of the service %s', (_, row) => {
    expect(domain(row)).toBe(null);
    expect(domain({ ...row, address: 'acme.example' })).toBe('acme.example');
  });

  it.each<[string, object]>([
    ['a page of its own', { url: 'https://acme.example/en/w2' }],
    ['a video', { url: 'https://acme.example/video/9' }],
    ['a page about a brand', { url: 'https://acme.example/brands/one' }],
    ['a page that lists its projects', { url: 'https://acme.example/projects/' }],
    ['a path in the place of a scheme', { url: 'acme.example/sites/9' }],
    ['a host of its identifier', { id: 'acme.example', url: 'https://acme.example/x' }],
  ])('is that of %s', (_, row) => {
    expect(domain(row)).toBe('acme.example');
  });
});

it('an identifier for the public is one where there is no other', () => {
  expect(read({ websites: [{ public_id: 'ws_1', name: 'Acme', domain: 'acme.example' }] })).toEqual([
    'ws_1 Acme acme.example',
  ]);
});
