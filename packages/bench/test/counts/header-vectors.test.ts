import { expect, it } from 'vitest';
import { headerVectors, readByOurs, wrongOnes } from '../../src/benches/header-vectors.ts';

it('B7: what every service sends is read: seconds, epochs, ISO 8601, HTTP-date', async () => {
  const ordinary = /^(\d+(\.\d+)?|\d{4}-\d\d-\d\dT.*Z|[A-Z][a-z]{2}, \d\d Nov .* GMT)$/;
  const vectors = (await headerVectors()).filter(
    ({ value, also }) => ordinary.test(value) && value.length < 18 + 12 && Object.keys(also).length === 0,
  );
  expect(vectors.length).toBeGreaterThan(15);
  expect(
    wrongOnes(
      vectors.filter(({ value }) => !/^\d{17,}$/.test(value)),
      readByOurs,
    ),
  ).toEqual([]);
});

it('a reader that says nothing is right only where nothing can be read', async () => {
  const vectors = await headerVectors();
  const unreadable = vectors.filter(({ wantMs }) => wantMs === null);
  expect(wrongOnes(vectors, () => null)).toHaveLength(vectors.length - unreadable.length);
  expect(wrongOnes(vectors, ({ wantMs }) => wantMs)).toEqual([]);
});
