import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('../../src/', import.meta.url).pathname;
const files = globSync('**/*.ts', { cwd: root }).map((name) => ({
  name,
  text: readFileSync(join(root, name), 'utf8'),
}));

/** The code without its comments. */
const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Arguments of `String` that are numbers, or texts of our own. */
const ownValues = [
  'calendar/units.ts: Math.floor',
  'dialects/recognise-form.ts: asked',
  'doctor/probe.ts: value',
  'json/json.ts: at',
  'json/json.ts: value',
  'json/json.ts: value',
  'json/parse-json.ts: n',
  'keys/redact.ts: JSON.parse',
  'query/period.ts: first',
  'recipes/recipe-pointer.ts: name',
  'recipes/witnesses.ts: score',
  'recipes/witnesses.ts: value',
];

describe('core', () => {
  it('imports no other package', () => {
    const foreign = files.flatMap(({ name, text }) =>
      [...code(text).matchAll(/from '([^']+)'/g)]
        .map((match) => match[1] ?? '')
        .filter((path) => !path.startsWith('.'))
        .map((path) => `${name}: ${path}`),
    );
    expect(foreign).toEqual([]);
  });

  it('names the parameters of a Form in dialects/ alone', () => {
    const words =
      /\b(websiteId|website_id|insufficient_scope|daily_quota_exceeded|rate_limited|invalid_key)\b|period=|[?&]from=/;
    const leaks = files
      .filter(({ name, text }) => !name.startsWith('dialects/') && words.test(code(text)))
      .map(({ name }) => name);
    expect(leaks).toEqual([]);
  });

  it('uses no clock and no random source of its own', () => {
    const impure = files
      .filter(({ text }) => /\bDate\.now\b|new Date\(\)|Math\.random/.test(code(text)))
      .map(({ name }) => name);
    expect(impure).toEqual([]);
  });

  /** V8 puts arguments on the stack: some 120,000 of them overflow it. */
  it('spreads no unbounded list into arguments', () => {
    const spread =
      /\b(?:Math\.\w+|push|unshift|splice|concat|fromCharCode|fromCodePoint|fromEntries|assign)\([^(){};]*\.\.\.|\.apply\(/;
    const spreading = files.filter(({ text }) => spread.test(code(text))).map(({ name }) => name);
    expect(spreading).toEqual([]);
    const examples = [
      'Math.max(...a)',
      'Math.max(0, ...a.map((b) => b))',
      'all.push(...some)',
      'f.apply(null, a)',
    ];
    expect(examples.filter((text) => !spread.test(text))).toEqual([]);
  });

  it('reads a body through readBodyText alone, which has a cap', () => {
    const node = readFileSync(join(root, '../node/node-host.ts'), 'utf8');
    expect(code(node)).not.toMatch(/\.(text|json|arrayBuffer|bytes|blob|formData)\(\)/);
  });

  /** `String` calls the methods of a foreign object, which may be `{"toString": 1}`. */
  it('makes a text of a foreign value by toText alone', () => {
    const found = files.flatMap(({ name, text }) =>
      [...code(text).matchAll(/(?<![\w.])String\(([^()]+)/g)].map(([, value]) => `${name}: ${value}`),
    );
    expect(found.sort()).toEqual(ownValues);
  });

  it('is re-exported only by its entries', () => {
    const barrels = files
      .filter(
        ({ name, text }) =>
          !/^(index|statistics|webhooks)\.ts$/.test(name) && /^export (\*|\{[^}]*\}) from/m.test(code(text)),
      )
      .map(({ name }) => name);
    expect(barrels).toEqual([]);
  });
});
