import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { readPushedFile } from '../support/pushed-files.ts';

const parsed = (code: string) => parse(code, { ecmaVersion: 2019, sourceType: 'script' });

/** The scripts between the tags of the page. */
const scripts = (html: string): string[] =>
  [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? '');

test.each(['Code.js', 'Service.js'] as const)('%s is ECMAScript 2019', (file) => {
  expect(parsed(readPushedFile(file)).type).toBe('Program');
});

test.each([
  'class A { #x = 1 }',
  'class A { static x = 1 }',
  'const a = b?.c;',
  'const a = b ?? c;',
  'a ||= 1;',
])('a planted "%s" is found', (newer) => {
  expect(() => parsed(`${readPushedFile('Code.js')}\n${newer}`)).toThrow(SyntaxError);
});

/** Features that HtmlService would change; empty for a page that it serves unchanged. */
function faultsOf(html: string): string[] {
  const found = (name: string, is: boolean): string[] => (is ? [name] : []);
  return [
    ...found(
      'a template literal',
      scripts(html).some((code) => code.includes('`')),
    ),
    ...found('a remote part', /\b(?:src|href)\s*=|@import|url\(|https?:\/\//i.test(html)),
    ...found('a template', html.includes('<?')),
    ...found('text set as HTML', /innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(html)),
  ];
}

describe('sidebar.html', () => {
  const html = readPushedFile('sidebar.html');

  test('its one script is ECMAScript 2019', () => {
    expect(scripts(html)).toHaveLength(1);
    for (const code of scripts(html)) expect(parsed(code).type).toBe('Program');
  });

  test('it has no template literal, in which HtmlService would strip text, no remote part, no template and no HTML from text', () => {
    expect(faultsOf(html)).toEqual([]);
  });

  test.each([
    ['a template literal', '<script>var a = `//`;</script>'],
    ['a remote part', '<link rel="stylesheet" href="add-ons1.css">'],
    ['a template', '<?= name ?>'],
    ['text set as HTML', '<script>document.body.innerHTML = name;</script>'],
  ])('a planted page with %s is found', (fault, planted) => {
    expect(faultsOf(html + planted)).toEqual([fault]);
  });
});
