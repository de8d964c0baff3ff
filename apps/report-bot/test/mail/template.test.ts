import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { createChartPrinter } from '../../src/mail/chart.ts';
import { defaultDesign } from '../../src/mail/design.ts';
import { toTemplateModel } from '../../src/mail/render.ts';
import { createMailView } from '../../src/mail/view.ts';
import { options } from './rendered.ts';

const source = readFileSync(new URL('../../src/mail/mail.mjml', import.meta.url), 'utf8');
const builtIn = new Set(['if', 'unless', 'each', 'with', 'this', 'root']);

/** Every name that the template reads; `strict` misses those in `#if` and `#each`. */
function namesRead(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'type' in part && part.type === 'PathExpression' && 'parts' in part ? part.parts : [];
  const names = Array.isArray(own) ? own.filter((name) => typeof name === 'string') : [];
  return [...names, ...Object.values(part).flatMap(namesRead)];
}

function keysOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = Array.isArray(part) ? [] : Object.keys(part);
  return [...own, ...Object.values(part).flatMap(keysOf)];
}

describe('the template', () => {
  const budget = { changes: 8, name: 32, quiet: 24, competitors: 5, parts: 4, notes: 8 };
  const charts = createChartPrinter();
  const { locale, unsubscribe } = options;
  const logo = { cid: 'logo', filename: 'logo.png', contentType: 'image/png', content: new Uint8Array() };
  const design = { ...defaultDesign, logo };
  const views = Object.values(fixtureWeeks).map((input) =>
    toTemplateModel(
      createMailView(buildDigest(input()), { locale, unsubscribe, design, charts }, budget).view,
    ),
  );
  const given = new Set(views.flatMap(keysOf));

  it('reads no name that the view does not give, in conditions and lists too', () => {
    const read = namesRead(Handlebars.parse(source)).filter((name) => !builtIn.has(name));
    expect(read.length).toBeGreaterThan(30);
    expect(read.filter((name) => !given.has(name))).toEqual([]);
  });

  it('quotes every attribute and never prints unescaped', () => {
    expect(source).not.toMatch(/=\{\{|\{\{\{|\{\{&/);
  });
});
