import { expect, test } from 'vitest';
import { stripTemplateComments } from '../../src/broker/user-interface.ts';

// Spelt apart: a placeholder inside quotes looks like a forgotten template.
const hole = (code: string): string => '$'.concat(`{${code}}`);
const inScript = (code: string): string => `<script>${code}</script>`;

test.each([
  ['after // in a template', '`a // b`', '`a `'],
  ['to the end of the line only', '`a // b\nc`', '`a \nc`'],
  ['between /* and */', '`a /* b */ c`', '`a  c`'],
  ['after a hole', `\`${hole('x')} // b\``, `\`${hole('x')} \``],
  ['in a template inside a hole', `\`${hole('f({ a: `x//y` })')} z\``, `\`${hole('f({ a: `x` })')} z\``],
])('removes text %s', (_, before, after) => {
  expect(stripTemplateComments(inScript(before))).toBe(inScript(after));
});

test.each([
  ['a string', '"http://a" + \'//b\''],
  ['a comment with a backtick', '// it`s fine\nconst a = 1; // x'],
  ['a regular expression with a backtick', 'x = /`\\/\\//; y = "//z"'],
  ['a division', 'a / b; "//c"'],
  ['a hole', `\`${hole('a /* kept */')}\``],
])('keeps %s', (_, code) => {
  expect(stripTemplateComments(inScript(code))).toBe(inScript(code));
});

test('keeps text outside scripts', () => {
  expect(stripTemplateComments('<p>`// a`</p>')).toBe('<p>`// a`</p>');
});
