import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';

const services =
  /\b(UrlFetchApp|CacheService|LockService|PropertiesService|SpreadsheetApp|HtmlService|Utilities|Session|Logger|ScriptApp|MailApp|GoogleAppsScript)\b/;

test('only src/google names a Google service', () => {
  const files = globSync('src/**/*.ts', { cwd: root });
  const naming = files.filter((file) => services.test(readFileSync(join(root, file), 'utf8')));
  expect(naming.length).toBeGreaterThan(5);
  expect(naming.filter((file) => !/^src[\\/]google[\\/]/.test(file))).toEqual([]);
});

test('no function writes a script property, but for the store of shared answers', () => {
  const texts = globSync('src/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const uses = texts.join('\n').match(/[sS]criptProperties\(\)\.\w+/g);
  expect(new Set(uses)).toEqual(new Set(['scriptProperties().getProperty']));
});
