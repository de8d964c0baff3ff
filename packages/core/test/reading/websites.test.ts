import { describe, expect, it } from 'vitest';
import { readWebsites } from '../../src/index.ts';
import { none, read } from './listed-websites.ts';

describe('a website that holds another object', () => {
  it.each<[string, object, string]>([
    ['its project', { id: 'w1', domain: 'a.example', project: { id: 'p1', name: 'Group' } }, 'w1  a.example'],
    [
      'its project, which has an address too',
      { id: 'w1', url: 'https://a.example', project: { id: 'p1', domain: 'group.example' } },
      'w1  a.example',
    ],
    ['its project, without an address', { id: 'w1', name: 'A', project: { id: 'p1' } }, 'w1 A '],
    [
      'a project of its attributes',
      { id: '7', attributes: { name: 'A', domain: 'a.example', project: { id: 'p1', name: 'Group' } } },
      '7 A a.example',
    ],
    [
      'data of its project alone',
      { data: { project: { id: 'p1', name: 'Group' }, id: 'w1', domain: 'a.example' } },
      'w1  a.example',
    ],
  ])('is itself: %s', (_, row, website) => {
    expect(read({ websites: [row] })).toEqual([website]);
  });

  it.each<[string, object, string]>([
    ['of a role', { id: 'm1', role: 'owner', website: { id: 'w1', domain: 'a.example' } }, 'w1  a.example'],
    ['of a named person', { id: 'm1', name: 'Anna', site: { id: 'w1', name: 'A' } }, 'w1 A '],
    ['with an address', { id: 'm1', name: 'x', project: { id: 'w1', url: 'a.example' } }, 'w1  a.example'],
    ['of a nameless entry', { id: 'm1', project: { id: 'w1', name: 'A' } }, 'w1 A '],
    ['of an entry without an id', { name: 'x', project: { id: 'w1', name: 'A' } }, 'w1 A '],
    ['in a node', { id: 'e1', node: { id: 'w1', domain: 'a.example' } }, 'w1  a.example'],
    ['in capitals', { role: 'owner', Website: { id: 'w1', domain: 'a.example' } }, 'w1  a.example'],
    [
      'behind a wrapper without an id',
      { id: null, website: { note: 'x' }, project: { id: 'w1', domain: 'a.example' } },
      'w1  a.example',
    ],
  ])('is what it holds: %s', (_, row, website) => {
    expect(read({ websites: [row] })).toEqual([website]);
  });
});

describe('one website alone', () => {
  const site = { id: 'w1', domain: 'a.example' };

  it.each<[string, unknown]>([
    ['at the top', site],
    ['in an envelope', { success: true, data: site }],
    ['in two envelopes', { success: true, data: { ok: true, website: site } }],
    ['beside what tells of the answer', { result: site, status: 200, request_id: 'r1' }],
  ])('%s', (_, body) => {
    expect(read(body)).toEqual(['w1  a.example']);
  });

  it('is named by the place where it stands', () => {
    expect(readWebsites({ success: true, data: site }).trace).toMatchObject({
      path: '/data',
      fields: { id: { pointer: '/data/id' }, domain: { pointer: '/data/domain' } },
    });
  });

  it.each<[string, unknown]>([
    ['one of a team', { success: true, team: site }],
    ['one of two', { success: true, data: site, website: { id: 'w2', domain: 'b.example' } }],
    ['one under a star', { '*': 'w1', domain: 'a.example' }],
  ])('is not %s', (_, body) => {
    expect(read(body)).toBe(none);
  });
});

describe('a list of websites', () => {
  it.each<[string, unknown]>([
    ['with what each scores', { websites: [{ id: 'w1', domain: 'a.example', score: 72, mentions: 5 }] }],
    ['with whose part in it', { sites: [{ id: 'w1', domain: 'a.example', role: 'owner' }] }],
    ['under the key of one', { w1: { domain: 'a.example' }, w2: { domain: 'b.example' } }],
  ])('%s', (_, body) => {
    expect(read(body)).toContain('w1  a.example');
  });

  it('may have one that is called as what it could belong to', () => {
    expect(read({ w1: { name: 'Company', domain: 'a.example' } })).toEqual(['w1 Company a.example']);
  });

  it.each<[string, unknown]>([
    ['domains with what each counts', { domains: [{ id: 'w1', domain: 'a.example', count: 5 }] }],
    ['a user with a page', { data: { user: { id: 'u1', website: 'https://anna.example' } } }],
    ['a team with an address', { team: { id: 't1', domain: 'corp.example' } }],
    [
      'an organisation among others',
      { acme: { id: 'w1', domain: 'a.example' }, Organization: { id: 't1', url: 'b.example' } },
    ],
    ['what tells of the answer', { meta: { id: 'r1', host: 'api.example' } }],
    ['a top competitor', { top_competitor: { id: 'c1', domain: 'rival.example' } }],
  ])('is not made of %s', (_, body) => {
    expect(read(body)).toBe(none);
  });
});

describe('a field of a website', () => {
  it.each<[string, object, string]>([
    ['an id behind one of null', { id: null, uuid: 'w1', domain: 'a.example' }, 'w1  a.example'],
    [
      'a title behind a name of null',
      { id: 'w1', name: null, title: 'A', host: 'a.example' },
      'w1 A a.example',
    ],
    ['an address of the service', { id: 'w1', name: 'A', url: 'https://api.example/v12/sites/1' }, 'w1 A '],
    ['an address of its own page', { id: 'w1', name: 'A', url: 'https://a.example/v12' }, 'w1 A a.example'],
  ])('%s', (_, row, website) => {
    expect(read({ websites: [row] })).toEqual([website]);
  });

  it('is no id of its first field where its id is null', () => {
    expect(read([{ name: 'Acme', id: null, domain: 'a.example' }])).toBe(
      'an entry of the top has no identifier',
    );
  });

  it('is the first of several domains, and the others are named', () => {
    const reading = readWebsites([{ id: 'w1', domains: ['a.example', 'b.example', 'c.example'] }]);
    expect(reading.trace.notes).toEqual(['the website "w1" has further domains: b.example, c.example']);
  });
});
