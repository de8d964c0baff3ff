import { expect } from 'vitest';
import { forms } from '../../src/index.ts';
import { idOf, readError, readJson } from '../sandbox.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

/** The values of each axis: accepted parameters and windows, case, error codes of scope and day. */
async function readAxes({ sandbox, call }: QuirkCaller) {
  const id = idOf(sandbox, 0);
  const status = async (query: string) => (await call(`/api/v1/analytics?${query}`)).status;
  const days = async (query: string) => {
    const name = (await status(`websiteId=${id}`)) === 200 ? 'websiteId' : 'website_id';
    const { days: rows } = await readJson(await call(`/api/v1/analytics?${name}=${id}&${query}`));
    return (rows as object[]).length;
  };
  const { websites } = await readJson(await call('/api/v1/websites'));
  await sandbox.admin.setUsage('growth', { day: 1000 });
  const scope = await readError(await call('/api/v1/websites', { key: sandbox.keys.unscoped }));
  const daily = await readError(await call('/api/v1/websites', { key: sandbox.keys.growth }));
  return {
    websiteId: await status(`websiteId=${id}`),
    website_id: await status(`website_id=${id}`),
    range: await days('from=2026-11-01&to=2026-11-03'),
    period: await days('period=7d'),
    isSnake: Object.hasOwn((websites as object[])[0] ?? {}, 'created_at'),
    scope: scope.code,
    daily: daily.code,
  };
}

const ONE = { websiteId: 200, website_id: 400, range: 3, period: 30, isSnake: false };
const TWO = { websiteId: 400, website_id: 200, range: 30, period: 7, isSnake: true };
const CODES_1 = { scope: 'forbidden', daily: 'rate_limited' };
const CODES_2 = { scope: 'insufficient_scope', daily: 'daily_quota_exceeded' };

for (const form of forms) {
  const own = form === 1 ? { ...ONE, ...CODES_1 } : { ...TWO, ...CODES_2 };
  testEachValue('form', form, {
    '1': async (caller) => expect(await readAxes(caller)).toEqual({ ...ONE, ...CODES_1 }),
    '2': async (caller) => expect(await readAxes(caller)).toEqual({ ...TWO, ...CODES_2 }),
    both: async (caller) =>
      expect(await readAxes(caller)).toEqual({
        ...own,
        websiteId: 200,
        website_id: 200,
        range: 3,
        period: 7,
      }),
    'mixed-1-codes-2': async (caller) => expect(await readAxes(caller)).toEqual({ ...ONE, ...CODES_2 }),
    'mixed-2-codes-1': async (caller) => expect(await readAxes(caller)).toEqual({ ...TWO, ...CODES_1 }),
  });
}
