import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOrder } from '../../build/build-order.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-order-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  [{}, { url: '', withSchedule: true }],
  [{ ANSWERSHARE_SCHEDULE: 'no' }, { url: '', withSchedule: false }],
  [
    { ANSWERSHARE_SERVICE_URL: 'https://api.example', ANSWERSHARE_SCHEDULE: 'yes' },
    { url: 'https://api.example', withSchedule: true },
  ],
])('%j orders a build %j', async (env, order) => {
  expect(await readOrder(folder, env)).toEqual(order);
});

test('another word about the schedule is refused', async () => {
  await expect(readOrder(folder, { ANSWERSHARE_SCHEDULE: 'off' })).rejects.toThrow(
    'ANSWERSHARE_SCHEDULE is yes or no, not "off".',
  );
});
