import { describe, expect, it } from 'vitest';
import { ApiError, type Website } from '../../src/index.ts';
import { findWebsite } from '../../src/query/website.ts';
import { toDomain } from '../../src/resources/normalize.ts';

const acme = { id: 'ws_1', name: 'Acme', domain: 'acme.example' };
const blog = { id: 'ws_2', name: ' Acme Blog', domain: 'www.blog.example' };
const bare = { id: 'acme.example', name: null, domain: null };
const websites = [acme, blog];

const complaint = (list: readonly Website[], reference: string): unknown => {
  try {
    return findWebsite(list, reference);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ApiError);
    const { kind, owner, message, hint } = thrown as ApiError;
    return { kind, owner, message, hint };
  }
};

describe('findWebsite', () => {
  it.each<[string, Website]>([
    ['ws_1', acme],
    [' ws_2 ', blog],
    ['acme.example', acme],
    ['ACME.example', acme],
    ['www.acme.example', acme],
    ['https://acme.example/start', acme],
    ['blog.example', blog],
    ['acme', acme],
    ['ACME BLOG ', blog],
    ['Acme\u00a0Blog', blog],
    ['Acme  \t Blog', blog],
    ['\u200bAcme\u200d Blog\ufeff', blog],
    ['WS_1', acme],
    ['Acme (acme.example)', acme],
    ['acme blog (WWW.blog.example)', blog],
    ['https://www.blog.example/2026/post?id=1#top', blog],
    ['sc-domain:acme.example', acme],
    ['acme．example', acme],
  ])('finds a website by "%s"', (reference, website) => {
    expect(findWebsite(websites, reference)).toBe(website);
  });

  it('prefers an id to the domain of another website', () => {
    expect(findWebsite([acme, bare], 'acme.example')).toBe(bare);
  });

  it('prefers a domain to the name of another website', () => {
    expect(findWebsite([{ ...blog, name: 'acme.example' }, acme], 'acme.example')).toBe(acme);
  });

  const books = { id: 'ws_3', name: null, domain: 'bücherei.example' };
  const tokyo = { id: 'ws_4', name: null, domain: 'xn--1lqs71d.example' };

  it.each<[string, Website]>([
    ['bücherei.example', books],
    ['BU\u0308CHEREI.example', books],
    ['xn--bcherei-n2a.example', books],
    ['https://www.XN--BCHEREI-N2A.example/a', books],
    ['東京.example', tokyo],
    ['xn--1lqs71d.example', tokyo],
  ])('finds a website by "%s", in Unicode or Punycode', (reference, website) => {
    expect(findWebsite([acme, books, tokyo], reference)).toBe(website);
  });

  it.each(['xn--.example', 'xn--!.example', 'xn--99999999.example', 'xn--bcherei-n2.example', '()', 'a ()'])(
    'finds no website by "%s"',
    (reference) => {
      expect(() => findWebsite([acme, books, tokyo], reference)).toThrow(`No website "${reference}"`);
    },
  );

  it('finds one of two websites of the same name by name and domain', () => {
    const twin = { id: 'ws_5', name: 'Acme', domain: 'acme.test' };
    expect(findWebsite([acme, twin], 'Acme (acme.test)')).toBe(twin);
    expect(() => findWebsite([acme, twin], 'Acme')).toThrow('use the id, ws_1 or ws_5.');
  });

  it.each([
    ['acmee.example', 'acme.example'],
    ['blgo.example', 'www.blog.example'],
    ['acme.exmaple', 'acme.example'],
    ['https://acem.example/start', 'acme.example'],
    ['Acme Blgo', ' Acme Blog'],
    ['Acm', 'Acme'],
  ])('asks for "%s" whether %s is meant', (reference, suggestion) => {
    expect(() => findWebsite(websites, reference)).toThrow(
      `No website "${reference}" for this key. Did you mean ${suggestion.trim()}? This key has `,
    );
  });

  it('shortens a long reference in its message', () => {
    expect(() => findWebsite([acme], `https://other.example/${'🌿'.repeat(100)}`)).toThrow(
      `No website "https://other.example/${'🌿'.repeat(25)}…" for this key.`,
    );
  });

  it('finds no website by a domain that only ends in www', () => {
    expect(complaint([{ ...acme, domain: 'awww.example' }], 'aexample')).toMatchObject({
      message: 'No website "aexample" for this key. This key has awww.example.',
    });
  });

  it('reads each website of a list once for many references, and a longer list again', () => {
    let reads = 0;
    const list = Array.from({ length: 50 }, (_, at) => ({
      id: `ws_${at}`,
      name: null,
      get domain() {
        reads += 1;
        return `site-${at}.example`;
      },
    }));
    for (const { id } of list) findWebsite(list, `${id.replace('ws_', 'https://www.site-')}.example`);
    expect(reads).toBe(50);
    const added = { id: 'ws_50', name: 'Late', domain: null };
    expect(findWebsite([...list, added], 'late')).toBe(added);
    list.push(added as never);
    expect(findWebsite(list, 'late')).toBe(added);
  });

  it('refuses a name of two websites', () => {
    expect(complaint([acme, { ...blog, name: 'acme' }], 'Acme')).toEqual({
      kind: 'not_found',
      owner: 'caller',
      message: '"Acme" is the name of more than one website: use the id, ws_1 or ws_2.',
      hint: 'Use the id.',
    });
  });

  it.each<[string, readonly Website[], string]>([
    ['none', [], 'This key has no websites.'],
    ['two', websites, 'This key has acme.example, www.blog.example.'],
    [
      'one without a domain and one without a name',
      [bare, { ...acme, domain: null }],
      'This key has acme.example, Acme.',
    ],
    ['three', [acme, blog, bare], 'This key has acme.example, www.blog.example, acme.example.'],
    [
      'five',
      [acme, blog, bare, acme, blog],
      'This key has acme.example, www.blog.example, acme.example and 2 more.',
    ],
  ])('lists the websites when it refuses: %s', (_, list, known) => {
    expect(complaint(list, ' ws_9')).toEqual({
      kind: 'not_found',
      owner: 'caller',
      message: `No website "ws_9" for this key. ${known}`,
      hint: known,
    });
  });
});

describe('a host name', () => {
  it.each<[string, string | null]>([
    ['acme.example', 'acme.example'],
    [' ACME.example. ', 'acme.example'],
    ['https://acme.example/a?b#c', 'acme.example'],
    ['svn+ssh://acme.example:8080', 'acme.example'],
    ['acme.example?x', 'acme.example'],
    ['acme.example#x', 'acme.example'],
    ['https://me@acme.example/a@b', 'acme.example'],
    ['https://me:secret@acme.example:8443', 'acme.example'],
    ['https://acme.example/@me', 'acme.example'],
    ['me@acme.example', 'me'],
    ['localhost', 'localhost'],
    ['', null],
    ['/start', null],
  ])('of "%s" is %s', (text, host) => {
    expect(toDomain(text)).toBe(host);
  });
});
