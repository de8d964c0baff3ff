import { describe, expect, test } from 'vitest';
import { toPageAddress } from '../../src/index.ts';

const page = 'https://northwind.example/guides/rain-jackets';

describe('the address of a page', () => {
  test.each([
    `${page}/`,
    page.replace('https', 'http'),
    page.replace('//', '//www.'),
    page.replace('https:', ''),
    'northwind.example/guides/rain-jackets',
    page.replace('northwind.example', 'NORTHWIND.example.:443'),
    page.replace('//', '//reader@'),
    page.replace('guides', '%67uides'),
    `${page}?utm_source=openai&utm_medium=ai`,
    `${page}?gclid=1&srsltid=AfmB1#reviews`,
    ` ${page}#:~:text=waterproof `,
  ])('%s is that of the page', (text) => {
    expect(toPageAddress(text)).toBe('northwind.example/guides/rain-jackets');
  });

  test.each([
    ['https://xn--bcherei-n2a.example/Bücher?a=ü', 'https://bücherei.example/B%c3%bccher?a=%C3%BC'],
    ['https://a.example/b%2fc', 'https://a.example/b%2Fc'],
    ['https://a.example/?utm_source=x', 'http://a.example:80'],
    ['https://a.example/#/pricing', 'https://a.example#/pricing'],
  ])('%s and %s are one page', (one, other) => {
    expect(toPageAddress(one)).toBe(toPageAddress(other));
  });

  test.each([
    ['https://a.example/shop?id=1', 'https://a.example/shop?id=2'],
    ['https://a.example/Shop', 'https://a.example/shop'],
    ['https://a.example/b%2Fc', 'https://a.example/b/c'],
    ['https://a.example:8080/', 'https://a.example/'],
    ['https://blog.a.example/', 'https://a.example/'],
    ['https://a.example/#/pricing', 'https://a.example/#/about'],
    ['https://a.example/?utm=1', 'https://a.example/'],
  ])('%s and %s are two pages', (one, other) => {
    expect(toPageAddress(one)).not.toBe(toPageAddress(other));
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'ftp://a.example/x',
    'Acme Inc.',
    '/guides',
  ])('%s has none', (text) => {
    expect(toPageAddress(text)).toBeNull();
  });

  test.each(['https://a.example/%zz\ud800', 'https://a.example/%'])('%s is its own spelling', (text) => {
    const found = toPageAddress(text) ?? '';
    expect(toPageAddress(found)).toBe(found);
  });
});
