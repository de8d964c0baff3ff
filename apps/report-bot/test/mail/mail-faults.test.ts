import { expect, test } from 'vitest';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { findMailFaults } from '../../src/renderers/mail/mail-faults.ts';
import { renderFixture } from './rendered.ts';

const mail = renderFixture(fixtureWeeks.fall());

test.each([
  ['<img src="data:image/png;base64,AA" alt="x">', '<img src> with "data:image/png;base64,AA"'],
  ['<td style="background: url(data:image/png;base64,AA)">', '<td style> with "'],
  ['<a href="javascript:alert(1)">x</a>', '<a href> with "javascript:alert(1)"'],
  ['<p><SVG></SVG></p>', '<svg>, which'],
  ['<p style="color: var(--ink)">x</p>', '<p style> with var()'],
  ['<style>p { color: var(--ink) }</style>', '<style> with var()'],
  ['<style>@import "x"</style>', '<style> with another @ rule'],
  ['<img src="cid:a">', '<img> without alt'],
  ['<img src="https://example.com/a.png" alt="x">', '<img src> with "https:'],
  ['<iframe></iframe>', '<iframe>, which'],
])('finds a fault in %s', (part, named) => {
  expect(findMailFaults(mail)).toEqual([]);
  const html = mail.html.replace('</body>', () => `<table><tr>${part}</table></body>`);
  expect(findMailFaults({ ...mail, html })).toEqual([expect.stringContaining(`The HTML part has ${named}`)]);
});

test('does not take words for markup', () => {
  const html = mail.html.replace(
    '</body>',
    () =>
      '<p>data: none, javascript:, var(x), &lt;svg&gt;</p><img src="cid:a" alt="No data: 3 weeks"></body>',
  );
  expect(findMailFaults({ ...mail, html })).toEqual([]);
});

test('measures subject, size and text lines', () => {
  const subject = 'x'.repeat(38);
  const html = `${mail.html}${'é'.repeat(40_000)}`;
  const text = `${'word '.repeat(16)}end\nhttps://example.com/${'x'.repeat(80)}\n`;
  expect(findMailFaults({ subject, html, text })).toEqual([
    'The subject has 38 characters; a phone shows 37.',
    expect.stringMatching(/^The HTML part has \d+ bytes; the most are 80000\.$/),
    expect.stringMatching(/^A line of the text part has over 78 characters: word /),
  ]);
});
