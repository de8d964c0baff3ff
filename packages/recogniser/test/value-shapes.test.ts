import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { vocabulary } from '../src/vocabulary.ts';
import { renderValueShapes } from './value-shapes.ts';

it('docs/value-shapes.md is current: node packages/recogniser/scripts/value-shapes.ts', () => {
  expect(readFileSync(new URL('../../../docs/value-shapes.md', import.meta.url), 'utf8')).toBe(
    renderValueShapes(),
  );
});

it('each word of the vocabulary has one meaning', () => {
  const words = Object.values(vocabulary).flatMap((text) => text.split(' '));
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});
