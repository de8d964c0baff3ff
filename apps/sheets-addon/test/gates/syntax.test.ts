import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { pushed } from '../support/pushed-files.ts';

const parsed = (code: string) => parse(code, { ecmaVersion: 2019, sourceType: 'script' });

/** The scripts between the tags of the page. */
const scripts = (html: string): string[] =>
  [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? '');

test.each(['Code.js', 'Service.js'] as const)('%s is ECMAScript 2019', (file) => {
  expect(parsed(pushed(file)).type).toBe('Program');
});

test.each([
  'class A { #x = 1 }',
  'class A { static x = 1 }',
  'const a = b?.c;',
  'const a = b ?? c;',
  'a ||= 1;',
])('a planted "%s" is found', (newer) => {
  expect(() => parsed(`${pushed('Code.js')}\n${newer}`)).toThrow(SyntaxError);
});

describe('sidebar.html', () => {
  const html = pushed('sidebar.html');

  test('its script is ECMAScript 2019 without a template literal, in which HtmlService would strip text', () => {
    expect(scripts(html)).toHaveLength(1);
    for (const code of scripts(html)) {
      expect(parsed(code).type).toBe('Program');
      expect(code).not.toContain('`');
    }
  });

  test('it has no remote part and nothing that a template would run', () => {
    expect(html).not.toMatch(/\b(?:src|href)\s*=|@import|url\(|https?:\/\//i);
    expect(html).not.toContain('<?');
  });

  test('it sets no text as HTML', () => {
    expect(html).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
  });
});
