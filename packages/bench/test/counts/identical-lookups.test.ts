import { expect, it } from 'vitest';
import { countInOneProcess, countInProcesses } from '../../src/benches/identical-lookups.ts';
import { answershare, plainFetch } from '../clients.ts';

it('B3: sends one request for identical simultaneous lookups', async () => {
  expect(await countInOneProcess(answershare, 20)).toBe(1);
});

it('B3: sends one request for identical lookups of two processes that share a folder', async () => {
  expect(await countInProcesses(answershare, { processes: 2, lookups: 8 })).toBe(1);
});

it('a client without single-flight sends one request per lookup', async () => {
  expect(await countInOneProcess(plainFetch, 5)).toBe(5);
  expect(await countInProcesses(plainFetch, { processes: 2, lookups: 4 })).toBe(4);
});
