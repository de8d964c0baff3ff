import { expect, it } from 'vitest';
import { calculateTwice } from '../../src/benches/warm-cells.ts';
import { scriptProjects } from '../../src/instruments/script-projects.ts';

it('B12: a warm cell makes one service call and no request', async () => {
  const [ours] = scriptProjects;
  if (ours === undefined) throw new Error('The add-on is not among the projects.');
  expect(await calculateTwice(ours)).toEqual({ cold: 5, warm: 0, callsPerCell: 1 });
});

it('a script without a cache sends one request per cell and calculation', async () => {
  const plain = scriptProjects.find(({ who }) => who === 'fetch in each cell');
  if (plain === undefined) throw new Error('The script is not among the projects.');
  expect(await calculateTwice(plain)).toEqual({ cold: 40, warm: 40, callsPerCell: 1 });
});
