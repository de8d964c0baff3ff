import { expect } from 'vitest';
import { forms } from '../../src/index.ts';
import { idOf, json, refusal } from '../started.ts';
import { alternatives, type Sight } from './alternatives.ts';

/** What tells the form of each axis: accepted parameters, accepted windows, case, code for a lacking scope, daily code. */
async function axes({ sandbox, ask }: Sight) {
  const id = idOf(sandbox, 0);
  const status = async (query: string) => (await ask(`/api/v1/analytics?${query}`)).status;
  const days = async (query: string) => {
    const name = (await status(`websiteId=${id}`)) === 200 ? 'websiteId' : 'website_id';
    const { days: rows } = await json(await ask(`/api/v1/analytics?${name}=${id}&${query}`));
    return (rows as object[]).length;
  };
  const { websites } = await json(await ask('/api/v1/websites'));
  await sandbox.admin.setUsage('growth', { day: 1000 });
  const scope = await refusal(await ask('/api/v1/websites', { key: sandbox.keys.unscoped }));
  const daily = await refusal(await ask('/api/v1/websites', { key: sandbox.keys.growth }));
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
  alternatives('form', form, {
    '1': async (see) => expect(await axes(see)).toEqual({ ...ONE, ...CODES_1 }),
    '2': async (see) => expect(await axes(see)).toEqual({ ...TWO, ...CODES_2 }),
    both: async (see) =>
      expect(await axes(see)).toEqual({ ...own, websiteId: 200, website_id: 200, range: 3, period: 7 }),
    'mixed-1-codes-2': async (see) => expect(await axes(see)).toEqual({ ...ONE, ...CODES_2 }),
    'mixed-2-codes-1': async (see) => expect(await axes(see)).toEqual({ ...TWO, ...CODES_1 }),
  });
}
