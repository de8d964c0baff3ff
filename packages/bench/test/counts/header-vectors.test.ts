import { expect, it } from 'vitest';
import { findMisreads, readHeaderVectors, readWithOurs } from '../../src/benches/header-vectors.ts';

it('B7: reads every header form, or reports it as unreadable', async () => {
  const vectors = await readHeaderVectors();
  expect(vectors.length).toBeGreaterThanOrEqual(41);
  expect(findMisreads(vectors, readWithOurs)).toEqual([]);
});

it('a reader that always returns null is right on unreadable values only', async () => {
  const vectors = await readHeaderVectors();
  const unreadable = vectors.filter(({ wantMs }) => wantMs === null);
  expect(findMisreads(vectors, () => null)).toHaveLength(vectors.length - unreadable.length);
  expect(findMisreads(vectors, ({ wantMs }) => wantMs)).toEqual([]);
});
