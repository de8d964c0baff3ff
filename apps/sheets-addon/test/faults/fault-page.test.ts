import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { isRowFault } from '../../src/cells/fault-text.ts';
import { faultSections } from '../support/fault-cases.ts';
import { showFaults, toItems } from '../support/fault-page.ts';

const page = readFileSync(join(root, 'test/faults/faults.txt'), 'utf8');

test('a sample of faults.txt equals the cells’ notes; the soak sets up each case', async () => {
  const sample = faultSections.flatMap(([, cases]) => cases).filter((_, at) => at % 5 === 0);
  for (const [{ title }, both] of await showFaults(sample))
    for (const item of toItems(title, both)) expect(`\n${page}\n`).toContain(`\n${item}\n`);
});

test('every sentence starts with its code, is short and has no HTML', () => {
  expect(page.split('\n').filter((line) => line.length > 100)).toEqual([]);
  const sentences = [...page.replace(/\n {2}/g, ' ').matchAll(/`(\[[^`]*)`/g)].map(([, text = '']) => text);
  expect(sentences.length).toBeGreaterThan(40);
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^\[[a-z_]+\] \S.*(?:…|\."?)$/);
    expect(isRowFault(sentence)).toBe(true);
    expect(sentence).not.toMatch(/</);
    expect(sentence.length).toBeLessThanOrEqual(160);
  }
});
