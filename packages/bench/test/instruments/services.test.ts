import { expect, it } from 'vitest';
import { startEnterpriseSandbox } from '../../src/instruments/enterprise-sandbox.ts';
import { startRateLimitedProxy } from '../../src/instruments/rate-limited-proxy.ts';
import { forms } from '../clients.ts';

it.each(forms)(
  'an enterprise sandbox returns the requested number of websites and counts from zero (Form %i)',
  async (form) => {
    const {
      sandbox,
      key,
      websites,
      countRequests: sent,
    } = await startEnterpriseSandbox({ form, websites: 45 });
    try {
      expect(new Set(websites).size).toBe(45);
      expect(await sent()).toBe(0);
      const url = `${sandbox.baseUrl}/api/v1/authority?${form === 1 ? 'websiteId' : 'website_id'}=${websites[44]}`;
      expect((await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
      expect(await sent()).toBe(1);
    } finally {
      await sandbox.close();
    }
  },
);

it('the proxy forwards requests within the limit with its own headers, and refuses the rest', async () => {
  const { sandbox, key, countRequests: sent } = await startEnterpriseSandbox({ form: 1, websites: 1 });
  const front = await startRateLimitedProxy(sandbox, { perWindow: 1, windowMs: 3_600_000 });
  const ask = () =>
    fetch(`${front.baseUrl}/api/v1/websites`, { headers: { authorization: `Bearer ${key}` } });
  try {
    const first = await ask();
    expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, '1']);
    expect(await first.json()).toHaveProperty('websites.249.id');
    const second = await ask();
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '3600']);
    await second.arrayBuffer();
    expect([front.counts, await sent()]).toEqual([{ requests: 2, refused: 1 }, 1]);
  } finally {
    await front.close();
    await sandbox.close();
  }
});
