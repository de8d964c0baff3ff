import { describe, expect, it } from 'vitest';
import { ApiError, type Website } from '../../src/index.ts';
import { findWebsite } from '../../src/query/website.ts';
import { parseDomain, toDomain } from '../../src/resources/normalize.ts';

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
  ])('finds a website by "%s"', (reference, website) => {
    expect(findWebsite(websites, reference)).toBe(website);
  });

  it('prefers an id to the domain of another website', () => {
    expect(findWebsite([acme, bare], 'acme.example')).toBe(bare);
  });

  it('prefers a domain to the name of another website', () => {
    expect(findWebsite([{ ...blog, name: 'acme.example' }, acme], 'acme.example')).toBe(acme);
  });

  it('finds no website by a domain that only ends in www', () => {
    expect(complaint([{ ...acme, domain: 'awww.example' }], 'aexample')).toMatchObject({
      message: 'No website "aexample" for this key. There is awww.example.',
    });
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
    ['two', websites, 'There is acme.example, www.blog.example.'],
    [
      'one without a domain and one without a name',
      [bare, { ...acme, domain: null }],
      'There is acme.example, Acme.',
    ],
    ['three', [acme, blog, bare], 'There is acme.example, www.blog.example, acme.example.'],
    [
      'five',
      [acme, blog, bare, acme, blog],
      'There is acme.example, www.blog.example, acme.example and 2 more.',
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

  it.each<[string | null, string | null]>([
    [' https://acme.example/a ', 'acme.example'],
    ['sc-domain:acme.example', 'acme.example'],
    ['a.b.c.example', 'a.b.c.example'],
    ['localhost', null],
    ['acme example.com', null],
    ['.example', null],
    ['.acme.example', null],
    ['acme.example..', null],
    ['acme.sc-domain:8080', 'acme.sc-domain'],
    ['acme..example', null],
    ['41.2', null],
    ['41,2.5%', null],
    ['1.2.3.4', null],
    ['4chan.example', '4chan.example'],
    ['example.4', null],
    ['gemini-2.0-flash', null],
    ['/start.html', null],
    [null, null],
  ])('in "%s" alone is %s', (text, host) => {
    expect(parseDomain(text)).toBe(host);
  });
});
