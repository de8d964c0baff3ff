// Checks the texts of each app with a folder i18n: the same keys in each language and each of them in use, arguments and
// plural forms, copied texts, and old idiom, also in the sentences of the source. With --write, writes the types of arguments.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { root } from './root.mjs';

const { idiom } = JSON.parse(readFileSync(join(root, 'scripts/names.json'), 'utf8'));
const repository = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? root;
const oldIdiom = new RegExp(`\\b(?:${idiom.join('|')})\\b`, 'i');
const read = (path) => readFileSync(join(repository, path), 'utf8');
const problems = [];

const listArguments = (parts) =>
  new Set(
    parts.flatMap((part) =>
      isPluralElement(part)
        ? [part.value, ...Object.values(part.options).flatMap(({ value }) => [...listArguments(value)])]
        : isLiteralElement(part)
          ? []
          : [part.value],
    ),
  );

const isEqual = (one, other) => one.size === other.size && one.isSubsetOf(other);

const listWords = (parts) =>
  parts.flatMap((part) =>
    isPluralElement(part)
      ? listWords(part.options.other.value)
      : isLiteralElement(part)
        ? (part.value.match(/\p{L}+/gu) ?? [])
        : [],
  );

/** What is wrong with one text: the argument names of all forms, and the plural categories of its language. */
function checkMessage(language, parts, english) {
  const faults = [];
  const [plural] = parts.filter(isPluralElement);
  if (plural && parts.length > 1) faults.push('a plural must be the whole text');
  if (parts.some((part) => ![isLiteralElement, isArgumentElement, isPluralElement].some((is) => is(part))))
    faults.push('only text, {name} and plural are possible');
  const names = listArguments(english);
  const isFree = english.length === 1 && isArgumentElement(english[0]);
  if (!isFree && !isEqual(listArguments(parts), names))
    faults.push(`has the arguments {${[...listArguments(parts)]}}, English has {${[...names]}}`);
  if (!plural) return faults;
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const rules = new Intl.PluralRules(language);
  const needed = new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)).concat('other'));
  const present = new Set(Object.keys(plural.options));
  for (const category of needed.difference(present)) faults.push(`lacks the plural form "${category}"`);
  for (const category of present.difference(new Set(pluralCategories)))
    faults.push(`has a plural form "${category}", which ${language} has not`);
  const withNumber = (form) => listArguments(form).add(plural.value);
  for (const [category, { value }] of Object.entries(plural.options))
    if (!isEqual(withNumber(value), names)) faults.push(`lacks an argument in the form "${category}"`);
  return faults;
}

/** The types of arguments: the number of a plural, otherwise a text or number. */
function formatArguments(keys, languages) {
  const lines = keys.flatMap((key) => {
    const all = Object.values(languages).map((texts) => texts[key] ?? []);
    const numbers = new Set(all.flatMap((parts) => parts.filter(isPluralElement).map(({ value }) => value)));
    const names = [...new Set(all.flatMap((parts) => [...listArguments(parts)]))].sort();
    const types = names.map((name) => `${name}: ${numbers.has(name) ? 'number' : 'Value'}`);
    return names.length === 0 ? [] : [`  '${key}': { ${types.join('; ')} };`];
  });
  return [
    '/** The arguments of the texts. Written by `node scripts/check-texts.mjs --write`. */',
    'type Value = string | number;',
    'export interface TextArguments {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

/** Keys that no source quotes, and whose group and last word no source composes. */
function listUnusedKeys(keys, sources) {
  const composed = new Set([...sources.matchAll(/`([a-z]+)\.\$\{/g)].map(([, group]) => group));
  return keys.filter((key) => {
    const [group, last] = key.split('.');
    return (
      !sources.includes(`'${key}'`) && !(composed.has(group) && new RegExp(`\\b${last}\\b`).test(sources))
    );
  });
}

function checkApp(folder) {
  const report = (file, text) => problems.push(`${join(folder, 'i18n', file)}: ${text}`);
  const texts = Object.fromEntries(
    globSync('i18n/*.json', { cwd: join(repository, folder) }).map((file) => [
      basename(file, '.json'),
      JSON.parse(read(join(folder, file))),
    ]),
  );
  const keys = Object.keys(texts.en);
  const languages = {};
  for (const [language, own] of Object.entries(texts)) {
    const file = `${language}.json`;
    if (Object.keys(own).join() !== Object.keys(own).sort().join()) report(file, 'sort the keys');
    for (const key of keys) if (!own[key]?.trim()) report(file, `lacks "${key}"`);
    for (const key of Object.keys(own))
      if (!keys.includes(key)) report(file, `has "${key}", en.json has not`);
    languages[language] = Object.fromEntries(
      Object.entries(own).map(([key, text]) => {
        try {
          return [key, parse(text, { ignoreTag: true })];
        } catch (error) {
          report(file, `"${key}" is not ICU MessageFormat: ${error.message}`);
          return [key, []];
        }
      }),
    );
  }
  for (const [language, own] of Object.entries(languages))
    for (const key of keys.filter((one) => own[one] && languages.en[one]))
      for (const fault of checkMessage(language, own[key], languages.en[key]))
        report(`${language}.json`, `"${key}" ${fault}`);
  for (const key of keys) {
    const words = listWords(languages.en[key]);
    const all = Object.values(texts).map((own) => own[key]);
    if (words.length > 3 && new Set(all).size < all.length)
      report('*.json', `"${key}" is copied between languages`);
    const [found] = texts.en[key].match(oldIdiom) ?? [];
    if (found) report('en.json', `"${key}" has the word "${found}"; write it in plain words`);
  }
  const sources = globSync(['src/**/*.ts', '../../packages/core/src/recipes/*.ts'], {
    cwd: join(repository, folder),
  })
    .map((file) => read(join(folder, file)))
    .join('\n');
  for (const key of listUnusedKeys(keys, sources)) report('en.json', `no source uses "${key}"`);
  const path = join(folder, 'i18n/arguments.generated.d.ts');
  const types = formatArguments(keys, languages);
  if (process.argv.includes('--write')) writeFileSync(join(repository, path), types);
  else if (read(path) !== types) problems.push(`${path} is old; run node scripts/check-texts.mjs --write`);
  return `${folder}: ${keys.length} texts in ${Object.keys(texts).length} languages`;
}

const quoted = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
for (const path of globSync('{packages,apps}/*/src/**/*.ts', { cwd: repository }))
  for (const [, , sentence] of read(path).replace(comment, '').matchAll(quoted)) {
    const [found] = sentence.includes(' ') ? (sentence.match(oldIdiom) ?? []) : [];
    if (found) problems.push(`${path}: "${found}" in "${sentence.slice(0, 80)}"; write it in plain words`);
  }

const apps = globSync('apps/*/i18n', { cwd: repository }).map((folder) => checkApp(dirname(folder)));
process.stdout.write([...apps, `${problems.length} problems in texts`, ...problems, ''].join('\n'));
if (problems.length > 0) process.exitCode = 1;
