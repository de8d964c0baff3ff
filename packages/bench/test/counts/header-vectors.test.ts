import { expect, it } from 'vitest';
import { headerVectors, readByOurs, wrongOnes } from '../../src/benches/header-vectors.ts';

it('B7: every written form is read, or known as unreadable', async () => {
  const vectors = await headerVectors();
  expect(vectors.length).toBeGreaterThanOrEqual(41);
  expect(wrongOnes(vectors, readByOurs)).toEqual([]);
});

it('a reader that says nothing is right only where nothing can be read', async () => {
  const vectors = await headerVectors();
  const unreadable = vectors.filter(({ wantMs }) => wantMs === null);
  expect(wrongOnes(vectors, () => null)).toHaveLength(vectors.length - unreadable.length);
  expect(wrongOnes(vectors, ({ wantMs }) => wantMs)).toEqual([]);
});
