import { expect, it } from 'vitest';
import { vocabulary } from '../src/vocabulary.ts';

it('each word of the vocabulary has one meaning', () => {
  const words = Object.values(vocabulary).flatMap((text) => text.split(' '));
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});
